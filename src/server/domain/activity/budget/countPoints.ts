import { sql } from 'kysely'
import { activityHistoryAction } from '../../../../rules/codes.generated.ts'
import { systemActor } from '../../../platform/actor.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import type { ActivityPoints } from '../../points/public.ts'
import { recordActivityEvent } from '../setting/activityEvents.ts'

interface CountedRow {
  readonly id: number
  readonly activityCode: string
  readonly usedBefore: number
  readonly usedPoints: number
  readonly budgetPoints: number
}

/**
 * Takes points from the budgets of campaigns in the transaction that gives them, or gives back what a return took (negative points). What
 * is rolled back was never counted. The posting that takes the last points adds 預算用罄 to 活動歷程; the row is locked, so only one does.
 */
export async function countPoints(trx: Trx, given: readonly ActivityPoints[], now: Date): Promise<void> {
  const counted = given.filter(({ points }) => points !== 0)
  if (counted.length === 0) return
  const { rows } = await sql<CountedRow>`
    select * from activity_count(${counted.map(({ activityCode }) => activityCode)}::text[],
      ${counted.map(({ points }) => points)}::bigint[])`.execute(trx)
  for (const row of rows) if (isUsedUpBy(row)) await recordUsedUp(trx, row, now)
}

function isUsedUpBy({ usedBefore, usedPoints, budgetPoints }: CountedRow): boolean {
  return usedBefore < budgetPoints && usedPoints >= budgetPoints
}

function recordUsedUp(trx: Trx, { id, budgetPoints }: CountedRow, now: Date): Promise<void> {
  return recordActivityEvent(trx, {
    ...{ activityId: id, action: activityHistoryAction.budgetSpent, occurredAt: now, userName: systemActor.userName },
    remark: `預算 ${budgetPoints.toLocaleString('en-US')} 點已用罄`,
  })
}
