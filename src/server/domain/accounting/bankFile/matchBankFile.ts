import { type RawBuilder, sql } from 'kysely'
import { type BankItem, bankResult } from '../../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'

/** A line of ours as a bank lists it. */
export interface BankUnit {
  readonly transactionId: number
  readonly bankItem: BankItem
  readonly points: number
  readonly externalTxnNo: string | null
  readonly businessDate: string
  readonly memberNo: string | null
}

/** What the bank should list for a period, in the order of postings. */
export async function readBankUnits(db: Executor, periodId: number): Promise<readonly BankUnit[]> {
  const { rows } = await sql<BankUnit>`
    select transaction_id, bank_item, points, external_txn_no, business_date, member_no from bank_unit(${periodId})
    order by transaction_id, bank_item`.execute(db)
  return rows
}

/** The file that a period is compared with. */
export interface BankFileInForce {
  readonly id: number
  readonly sha256: string
  readonly lineCount: number
  readonly bankPoints: number
  readonly importedBy: string
  readonly importedAt: Date
}

export async function findFileInForce(db: Executor, periodId: number): Promise<BankFileInForce | undefined> {
  return db
    .selectFrom('bankFile')
    .select(['id', 'sha256', 'lineCount', 'bankPoints', 'importedBy', 'importedAt'])
    .where('periodId', '=', periodId)
    .where('inForce', '=', true)
    .executeTakeFirst()
}

/** Imports and comparisons of one period one after the other. Taken after the row of the period, never before. */
export async function lockBankFiles(trx: Trx, periodId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank file ${periodId}`}, 0))`.execute(trx)
}

/**
 * Compares a file with the entries of its period as they are now. Lines that compare as before keep how they were handled; a difference that
 * became another one is to be looked at again. The entries are counted first: what comes in between is found by its number later.
 */
export async function matchBankFile(trx: Trx, fileId: number, now: Date): Promise<void> {
  await sql`
    update bank_file f
    set matched_at = ${now}, entry_count = (
      select count(*) from point_entry e where e.company_no = f.company_no and e.period_id = f.period_id)
    where f.id = ${fileId}`.execute(trx)
  await byHash(
    trx,
    sql`
    with found as materialized (
      select * from bank_matching(${fileId})
    ), gone as (
      delete from bank_line l
      where l.file_id = ${fileId} and l.row_no is null and not exists (
        select from found f where f.result = ${bankResult.platformOnly} and f.transaction_id = l.transaction_id and f.bank_item = l.bank_item)
    ), added as (
      insert into bank_line (file_id, period_id, company_no, txn_date, external_txn_no, bank_item, transaction_id, platform_points, result)
      select b.id, b.period_id, b.company_no, f.business_date, f.external_txn_no, f.bank_item, f.transaction_id, f.platform_points, f.result
      from bank_file b, found f
      where b.id = ${fileId} and f.result = ${bankResult.platformOnly} and not exists (
        select from bank_line l
        where l.file_id = ${fileId} and l.row_no is null and l.transaction_id = f.transaction_id and l.bank_item = f.bank_item)
    )
    update bank_line l
    set transaction_id = f.transaction_id, platform_points = f.platform_points, result = f.result, matched_by = f.matched_by,
      remark = null, sheet_no = null, handled_by = null, handled_at = null, row_version = l.row_version + 1
    from found f
    where l.id = f.line_id
      and (l.transaction_id, l.platform_points, l.result, l.matched_by)
        is distinct from (f.transaction_id, f.platform_points, f.result, f.matched_by)`,
  )
}

/**
 * Runs a statement over two files. How many lines they have is unknown to the planner: what it takes for a few would be compared line by
 * line, for minutes.
 */
export async function byHash(trx: Trx, statement: RawBuilder<unknown>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(trx)
  await statement.execute(trx)
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(trx)
}

/** Compares the file in force of an open period anew, if it has one. The period is locked by the caller. */
export async function matchPeriod(trx: Trx, periodId: number, now: Date): Promise<void> {
  const file = await findFileInForce(trx, periodId)
  if (!file) return
  await lockBankFiles(trx, periodId)
  await matchBankFile(trx, file.id, now)
}
