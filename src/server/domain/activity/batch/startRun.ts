import { sql } from 'kysely'
import { activityType, userActionType } from '../../../../rules/codes.generated.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { exceptionTexts } from '../../anomaly/public.ts'
import { requireConfirmation } from '../../confirmation.ts'
import type { Activity } from '../sale/activity.ts'
import { findActivity, lockActivities } from '../sale/readActivities.ts'
import { batchReason } from './listedMember.ts'

interface StartRunInput {
  readonly activityId: number
  readonly isConfirmed: boolean
  readonly actor: Actor
  readonly now: Date
}

/**
 * Starts 執行批次贈點 for the members on the list who have not got their points yet.
 *
 * @returns the id of the run
 * @throws 409 with the confirm text until it is confirmed; when the campaign gives nothing now, when everybody has got the points, or while
 * another run goes on
 */
export async function startRun(trx: Trx, { activityId, isConfirmed, actor, now }: StartRunInput): Promise<number> {
  const activity = await getRunnable(trx, activityId, now)
  const waiting = await countWaiting(trx, activityId)
  if (waiting === 0) throw textError(409, '名單上的會員皆已贈點，不需再執行。')
  if (activity.usedPoints >= activity.budgetPoints) throw textError(409, '活動預算已用罄，請先申請變更預算。')
  requireConfirmation({ confirmed: isConfirmed }, 'confirmed', `確定要對 ${waiting} 位會員贈點嗎？`)
  const { rows } = await sql<{ id: number }>`
    insert into activity_run (activity_id, total_count, requested_by, requested_at)
    values (${activityId}, ${waiting}, ${actor.userName}, ${now}) on conflict do nothing returning id`.execute(trx)
  const [run] = rows
  if (!run) throw textError(409, '此活動的批次贈點正在執行，請稍後查看結果。')
  const action = `執行批次贈點 ${activity.activityCode}（${waiting} 位會員）`
  await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'activity', entityId: activityId })
  return run.id
}

/** @throws 404, or 409 with the reason why it gives nothing at this time */
async function getRunnable(trx: Trx, activityId: number, now: Date): Promise<Activity> {
  const [activity] = (await findActivity(trx, activityId)) ? await lockActivities(trx, [activityId]) : []
  if (!activity) throw apiError('M08')
  if (activity.activityType !== activityType.memberList) throw textError(409, '僅「名單批次贈點」類型的活動可執行批次贈點。')
  const reason = batchReason(activity, now)
  if (reason !== null) throw textError(409, `${exceptionTexts[reason]}，無法執行批次贈點。`)
  return activity
}

async function countWaiting(trx: Trx, activityId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from activity_member where activity_id = ${activityId} and given_points is null`.execute(trx)
  return rows[0]?.count ?? 0
}
