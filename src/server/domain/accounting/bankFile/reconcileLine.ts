import { sql } from 'kysely'
import { adjustStatus, type BankItem, bankResult, statementStatus, userActionType } from '../../../../rules/codes.generated.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../../platform/errors.ts'
import { getPeriod } from '../period/readPeriods.ts'
import { matchPeriod } from './matchBankFile.ts'

export interface Handling {
  /** The state of the line that the sender saw. */
  readonly rowVersion?: number | undefined
  readonly remark: string
  readonly sheetNo: string
}

interface BankLine {
  /** Null for one of ours that came after the comparison. */
  readonly storedId: number | null
  readonly periodId: number
  readonly companyNo: string
  readonly transactionId: number | null
  readonly bankItem: BankItem
}

/**
 * A line of a file in force, or one of ours that came after it was compared: those are told by the id of their entry, also when they were
 * stored since.
 */
export async function findBankLine(trx: Trx, id: number): Promise<BankLine | undefined> {
  const { rows } = await sql<BankLine>`
    select l.id as stored_id, l.period_id, l.company_no, l.transaction_id, l.bank_item
    from bank_line l join bank_file f on f.id = l.file_id and f.in_force where l.id = ${id}
    union all
    select l.id, f.period_id, f.company_no, u.transaction_id, u.bank_item
    from point_entry e
    join bank_file f on f.period_id = e.period_id and f.company_no = e.company_no and f.in_force
    join lateral bank_unit(e.period_id) u on u.entry_id = e.id
    left join bank_line l on l.file_id = f.id and l.transaction_id = u.transaction_id and l.bank_item = u.bank_item
    where e.id = ${id}`.execute(trx)
  return rows[0]
}

/**
 * 差異處理: why a line differs, or the adjustment sheet that mends it.
 *
 * @throws 409 when the period is closed, the line equal, or seen in another state; 400 for a sheet that is not the company's
 */
export async function reconcileLine(trx: Trx, line: BankLine, handling: Handling, who: { readonly actor: Actor; readonly now: Date }) {
  const remark = handling.remark.trim()
  const sheetNo = handling.sheetNo.trim()
  const { status } = await getPeriod(trx, line.periodId, 'shared')
  if (status !== statementStatus.open) throw apiError('M21')
  const before = await lockLine(trx, line, who.now)
  // Version 0 is that of a line that was not stored yet: nobody had handled it.
  const isSeen = handling.rowVersion === 0 ? before.handledAt === null : handling.rowVersion === before.rowVersion
  if (handling.rowVersion !== undefined && !isSeen) throw apiError('M10')
  if (before.result === bankResult.equal) throw textError(409, '此筆相符，不需處理。')
  if (remark === '' && sheetNo === '') throw fieldsError({ remark: '處理說明與調整單號至少填寫一項。' })
  if (sheetNo !== '') await assertSheetOf(trx, sheetNo, line.companyNo)
  const after = {
    ...{ remark: remark || null, sheetNo: sheetNo || null },
    ...{ handledBy: who.actor.userName, handledAt: who.now },
  }
  await trx
    .updateTable('bankLine')
    .set((each) => ({ ...after, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  const { externalTxnNo, result, remark: oldRemark, sheetNo: oldSheet, handledBy, handledAt } = before
  await writeUserAction(trx, {
    ...{ actor: who.actor, userActionType: userActionType.update, entity: 'bankLine', entityId: before.id },
    action: `差異處理 ${line.companyNo} ${externalTxnNo ?? `列 ${before.rowNo ?? ''}`}`.trim(),
    before: { result, remark: oldRemark, sheetNo: oldSheet, handledBy, handledAt },
    after,
  })
}

/** The stored line; one that came after the comparison is stored by comparing again. */
async function lockLine(trx: Trx, { storedId, periodId, transactionId, bankItem }: BankLine, now: Date) {
  const stored = storedId === null ? undefined : await selectLocked(trx, storedId)
  if (stored) return stored
  await matchPeriod(trx, periodId, now)
  const { rows } = await sql<{ id: number }>`
    select l.id from bank_line l join bank_file f on f.id = l.file_id and f.in_force
    where f.period_id = ${periodId} and l.transaction_id = ${transactionId} and l.bank_item = ${bankItem}`.execute(trx)
  const line = rows[0] && (await selectLocked(trx, rows[0].id))
  if (!line) throw apiError('M10')
  return line
}

async function selectLocked(trx: Trx, id: number) {
  return trx.selectFrom('bankLine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

async function assertSheetOf(trx: Trx, sheetNo: string, companyNo: string): Promise<void> {
  const sheet = await trx.selectFrom('adjustmentSheet').select(['companyNo', 'status']).where('sheetNo', '=', sheetNo).executeTakeFirst()
  // Somebody else's sheet answers as one that never was.
  if (!sheet || sheet.companyNo !== companyNo) throw fieldsError({ sheetNo: '查無此銀行的調整單。' })
  if (sheet.status === adjustStatus.void) throw fieldsError({ sheetNo: '調整單已作廢。' })
}
