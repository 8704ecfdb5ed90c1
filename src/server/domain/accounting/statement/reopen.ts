import { statementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textError } from '../../../platform/errors.ts'
import type { HookContext } from '../../../records/hooks.ts'
import { dropDrafts } from '../invoice/statementDocuments.ts'
import type { BilledPeriod } from './readPeriods.ts'

/**
 * Opens a closed period again: its statement is kept, out of force, and its coupons are paid by the next version.
 *
 * @throws 409 unless it is the latest closed period of the company and stream
 */
export async function reopenStatement({ trx, actor, now }: HookContext, period: BilledPeriod, reason: string): Promise<void> {
  if (await isClosedAfter(trx, period)) throw textError(409, '僅可重開最近一期已關帳帳期。')
  const { id } = await trx
    .updateTable('statement')
    .set((each) => ({
      ...{ status: statementStatus.reopened, reopenedBy: actor.userName, reopenedAt: now, reopenReason: reason },
      ...{ updatedBy: actor.userName, updatedAt: now, rowVersion: each('rowVersion', '+', 1) },
    }))
    .where('periodId', '=', period.id)
    .where('status', '<>', statementStatus.reopened)
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropDrafts(trx, id, { by: actor.userName, at: now })
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
