import { sql } from 'kysely'
import { adjustStatus, bankResult, statementStatus, userActionType } from '../../../../rules/codes.generated.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../../platform/errors.ts'
import { getPeriod } from '../statement/readPeriods.ts'
import { matchPeriod } from './matchBankFile.ts'

export interface Handling {
  readonly lineId: number
  /** The state of the line that the sender saw. */
  readonly rowVersion?: number | undefined
  readonly remark: string
  readonly sheetNo: string
}

interface BankLine {
  readonly id: number
  readonly periodId: number
  readonly companyNo: string
}

/** A line of a file in force, or one of ours that came after it was compared: those are told by the id of their entry. */
export async function findBankLine(trx: Trx, id: number): Promise<BankLine | undefined> {
  const { rows } = await sql<BankLine>`select id, period_id, company_no from bank_line_view where id = ${id}`.execute(trx)
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
  if (handling.rowVersion !== undefined && handling.rowVersion !== 0 && handling.rowVersion !== before.rowVersion) throw apiError('M10')
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
async function lockLine(trx: Trx, { id, periodId }: BankLine, now: Date) {
  const stored = await selectLocked(trx, id)
  if (stored) return stored
  const entry = await trx.selectFrom('pointEntry').select(['transactionId']).where('id', '=', id).executeTakeFirst()
  await matchPeriod(trx, periodId, now)
  const own = await trx
    .selectFrom('bankLine as l')
    .innerJoin('bankFile as f', 'f.id', 'l.fileId')
    .select('l.id')
    .where('f.periodId', '=', periodId)
    .where('f.inForce', '=', true)
    .where('l.transactionId', '=', entry?.transactionId ?? 0)
    .where('l.result', '<>', bankResult.equal)
    .executeTakeFirst()
  const line = own && (await selectLocked(trx, own.id))
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
