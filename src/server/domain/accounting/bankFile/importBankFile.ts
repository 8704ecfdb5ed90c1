import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { bankResult, statementStatus, userActionType } from '../../../../rules/codes.generated.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Database, Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { textError } from '../../../platform/errors.ts'
import { type BilledPeriod, getPeriod } from '../period/readPeriods.ts'
import { type BankFileInForce, byHash, findFileInForce, lockBankFiles, matchBankFile } from './matchBankFile.ts'
import type { NumberedRow } from './readBankFile.ts'

/** Lines of one statement: on the embedded engine everybody waits for it. */
const linesAtOnce = 2_500

export interface BankImport {
  readonly period: BilledPeriod
  readonly file: Uint8Array
  readonly rows: readonly NumberedRow[]
  readonly actor: Actor
  readonly now: Date
}

/** How an import writes: piece by piece, or within a transaction of the caller. */
type Write = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

/** @throws 409 unless the period is open */
export function assertOpenForBank({ status }: Pick<BilledPeriod, 'status'>): void {
  if (status !== statementStatus.open) throw textError(409, '帳期已關帳，不可匯入銀行檔。')
}

/**
 * Stores a file and puts it in the place of the one before. The lines are written piece by piece and nobody sees them; the last step
 * compares them and puts them in force, or nothing has happened.
 */
export function importBankFile(db: Database, input: BankImport): Promise<void> {
  return storeBankFile((work) => transact(db, work), input)
}

/** The same within one transaction, for demo data. */
export function importBankFileInside(trx: Trx, input: BankImport): Promise<void> {
  return storeBankFile((work) => work(trx), input)
}

async function storeBankFile(write: Write, input: BankImport): Promise<void> {
  const { period, rows, now } = input
  const fileId = await write((trx) => insertFile(trx, input))
  for (let start = 0; start < rows.length; start += linesAtOnce) {
    await write((trx) => insertLines(trx, { fileId, period }, rows.slice(start, start + linesAtOnce)))
  }
  await write(async (trx) => {
    // Not closed until this ends; postings take the same lock and go on.
    assertOpenForBank(await getPeriod(trx, period.id, 'shared'))
    await lockBankFiles(trx, period.id)
    const before = await findFileInForce(trx, period.id)
    if (before) await replaceFile(trx, before, input)
    await matchBankFile(trx, fileId, now)
    if (before) await keepHandling(trx, before.id, fileId)
    await trx.updateTable('bankFile').set({ inForce: true }).where('id', '=', fileId).execute()
    await clearAbandoned(trx, period.id, now)
    await audit(trx, before, input)
  })
}

async function insertFile(trx: Trx, { period, file, rows, actor, now }: BankImport): Promise<number> {
  assertOpenForBank(await getPeriod(trx, period.id))
  const { id } = await trx
    .insertInto('bankFile')
    .values({
      ...{ periodId: period.id, companyNo: period.companyNo, importedBy: actor.userName, importedAt: now },
      sha256: createHash('sha256').update(file).digest('hex'),
      lineCount: rows.length,
      bankPoints: pointsOf(rows),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertLines(
  trx: Trx,
  { fileId, period }: { readonly fileId: number; readonly period: BilledPeriod },
  rows: readonly NumberedRow[],
): Promise<void> {
  await sql`
    insert into bank_line (file_id, period_id, company_no, row_no, txn_date, card_last4, external_txn_no, bank_item, bank_points,
      bank_amount, result)
    select ${fileId}, ${period.id}, ${period.companyNo}, r.row_no, r.txn_date, r.card_last4, r.external_txn_no, r.bank_item, r.bank_points,
      r.bank_amount, ${bankResult.bankOnly}
    from unnest(${rows.map((row) => row.rowNo)}::int[], ${rows.map((row) => row.txnDate)}::date[], ${rows.map((row) => row.cardLast4)}::text[],
      ${rows.map((row) => row.externalTxnNo)}::text[], ${rows.map((row) => row.bankItem)}::text[],
      ${rows.map((row) => row.bankPoints)}::bigint[], ${rows.map((row) => row.bankAmount)}::bigint[])
      as r (row_no, txn_date, card_last4, external_txn_no, bank_item, bank_points, bank_amount)`.execute(trx)
}

async function replaceFile(trx: Trx, { id }: BankFileInForce, { actor, now }: BankImport): Promise<void> {
  await trx.updateTable('bankFile').set({ inForce: false, replacedBy: actor.userName, replacedAt: now }).where('id', '=', id).execute()
}

/** The same difference in the next file was explained already: who sends a corrected file does not write everything again. */
async function keepHandling(trx: Trx, beforeId: number, fileId: number): Promise<void> {
  const key = sql`(l.result, l.txn_date, l.card_last4, l.external_txn_no, l.bank_item, l.bank_points, l.bank_amount, l.transaction_id,
    l.platform_points)::text`
  await byHash(
    trx,
    sql`
    with difference as materialized (
      select l.id, l.file_id, l.remark, l.sheet_no, l.handled_by, l.handled_at, ${key} as key,
        row_number() over (partition by l.file_id, ${key} order by l.row_no, l.id) as place
      from bank_line l where l.file_id in (${beforeId}, ${fileId}) and l.result <> ${sql.lit(bankResult.equal)}
    )
    update bank_line l
    set remark = b.remark, sheet_no = b.sheet_no, handled_by = b.handled_by, handled_at = b.handled_at
    from difference n
    join difference b on b.file_id = ${beforeId} and b.handled_at is not null and b.place = n.place and b.key = n.key
    where n.file_id = ${fileId} and l.id = n.id`,
  )
}

/** Lines of imports that a crash ended. */
async function clearAbandoned(trx: Trx, periodId: number, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  await sql`
    delete from bank_line l using bank_file f
    where f.period_id = ${periodId} and f.matched_at is null and f.imported_at < ${hourAgo} and l.file_id = f.id`.execute(trx)
}

async function audit(trx: Trx, before: BankFileInForce | undefined, { period, file: _, rows, actor, now }: BankImport): Promise<void> {
  const action = `匯入銀行檔 ${period.companyNo} ${period.periodNo}（${rows.length} 筆${before ? '，取代前一份' : ''}）`
  await writeUserAction(trx, {
    ...{ actor, userActionType: userActionType.import, action, entity: 'bankPeriod', entityId: period.id },
    ...(before && { before: { ...before, handled: await readHandled(trx, before.id) } }),
    after: { lineCount: rows.length, bankPoints: pointsOf(rows), importedBy: actor.userName, importedAt: now },
  })
}

/** Most explanations that one row of the log tells; all of them stay with the lines of the replaced file. */
const handledTold = 200

async function readHandled(trx: Trx, fileId: number) {
  return trx
    .selectFrom('bankLine')
    .select(['rowNo', 'externalTxnNo', 'remark', 'sheetNo', 'handledBy', 'handledAt'])
    .where('fileId', '=', fileId)
    .where('handledAt', 'is not', null)
    .orderBy('rowNo')
    .limit(handledTold)
    .execute()
}

function pointsOf(rows: readonly NumberedRow[]): number {
  return rows.reduce((sum, { bankPoints }) => sum + bankPoints, 0)
}
