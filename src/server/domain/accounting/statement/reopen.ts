import { invoiceStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { dropDrafts } from '../invoice/credits.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import { releaseSetOffs } from '../yearly/setOff.ts'

/**
 * Reopens a closed period. Its statement is kept but no longer in force; the next version pays its coupons.
 *
 * @throws 409 unless it is the latest closed period of the company and stream, no invoice or allowance of it is in force, and its year is
 * not closed
 */
export async function reopenStatement({ trx, actor, now }: HookContext, period: BilledPeriod, reason: string): Promise<void> {
  if (await isClosedAfter(trx, period)) throw textError(409, '僅可重開最近一期已關帳帳期。')
  await assertYearsOpen(trx, period)
  if (await hasDocumentsInForce(trx, period.id)) throw textError(409, '已開立發票之帳期不可重開，請以折讓或調整單處理。')
  const { id } = await trx
    .updateTable('statement')
    .set((each) => ({
      ...{ status: statementStatus.reopened, paymentStatus: null },
      ...{ reopenedBy: actor.userName, reopenedAt: now, reopenReason: reason },
      ...{ updatedBy: actor.userName, updatedAt: now, rowVersion: each('rowVersion', '+', 1) },
    }))
    .where('periodId', '=', period.id)
    .where('status', '<>', statementStatus.reopened)
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropDrafts(trx, { of: 'statementId', id }, { by: actor.userName, at: now, reason: '帳期重開' })
  await releaseSetOffs(trx, id, now)
  await trx.deleteFrom('couponSettlement').where('periodId', '=', period.id).execute()
}

async function isClosedAfter(trx: Trx, { companyNo, stream, endDate }: BilledPeriod): Promise<boolean> {
  const later = await trx
    .selectFrom('companyPeriod')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('stream', '=', stream)
    .where('startDate', '>', endDate)
    .where('status', '<>', statementStatus.open)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Fails when a closed year, of the company or of another member of its group, contains the points of this month. */
async function assertYearsOpen(trx: Trx, { id }: BilledPeriod): Promise<void> {
  const closed = await trx
    .selectFrom('yearlyStatementMonth as m')
    .innerJoin('statement as s', 's.id', 'm.statementId')
    .innerJoin('yearlyStatement as y', 'y.id', 'm.yearlyStatementId')
    .select('y.yearlyStatementNo')
    .where('s.periodId', '=', id)
    .where('y.reopenedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (closed) throw textError(409, `此帳期已計入年度折扣 ${closed.yearlyStatementNo}，請先重開年度關帳。`)
}

/** When one of two invoices is void, the period is still closed. Reopening it then would bill the other invoice again. */
async function hasDocumentsInForce(trx: Trx, periodId: number): Promise<boolean> {
  const document = await trx
    .selectFrom('invoiceDocument as d')
    .innerJoin('statement as s', 's.id', 'd.statementId')
    .select('d.id')
    .where('s.periodId', '=', periodId)
    .where('d.status', 'not in', [invoiceStatus.draft, invoiceStatus.void])
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}
