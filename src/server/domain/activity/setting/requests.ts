import type { FastifyInstance } from 'fastify'
import {
  type ActivityAdjustType,
  activityAdjustStatus,
  activityAdjustType,
  activityHistoryAction,
} from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { json } from '../../../platform/database/json.ts'
import { textError } from '../../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordOf } from '../../../records/hooks.ts'
import { findLastEditor } from '../../../records/read/historyRead.ts'
import { nextDatedNumber } from '../../numbers.ts'
import { readNumber } from '../../settings/public.ts'
import { type ChangedField, changedContent, recordActivityEvent } from './activityEvents.ts'
import { digestOf } from './digest.ts'
import { changeTexts } from './valueTexts.ts'

export const largeBudget = 'ACTIVITY.MAX_BUDGET'

interface ActivityRequest {
  readonly type: ActivityAdjustType
  readonly activity: RecordOf<'activity'>
  /** New values of a change, by field. */
  readonly content?: ChangesOf<'activity'>
  readonly reason?: string
}

/**
 * Writes a request that a second person decides: 活動異動.
 *
 * @throws 409 when the campaign has an open request
 */
export async function requestAdjustment(app: FastifyInstance, context: HookContext, request: ActivityRequest): Promise<void> {
  const { trx, actor, now } = context
  const { type, activity, content = {}, reason = null } = request
  if (activity.pendingAdjustmentNo !== null) throw textError(409, `已有待審的異動 ${activity.pendingAdjustmentNo}，請先完成審核。`, 'M09')
  const adjustmentNo = await nextDatedNumber(trx, 'AA', taipeiDate(now), 4)
  const lastEditor = await findLastEditor(trx, ['activity'], activity.id)
  const budgetPoints = content.budgetPoints ?? activity.budgetPoints
  const { id } = await app.records.create(ownCall(context, 'activityAdjustment'), {
    ...{ adjustmentNo, adjustType: type, activityId: activity.id, activityCode: activity.activityCode },
    ...{ activityName: activity.activityName, companyNo: activity.companyNo },
    // In words, as the second person will read them: they stay what was asked for when options get other names later.
    changes: await changeTexts(app, trx, changesOf(app, request)),
    budgetPoints,
    budgetDiff: type === activityAdjustType.creation ? budgetPoints : budgetPoints - activity.budgetPoints,
    reason,
    draftedBy: type === activityAdjustType.creation ? (lastEditor ?? actor.userName) : actor.userName,
    ...{ submittedBy: actor.userName, submittedAt: now.toISOString(), status: activityAdjustStatus.waiting },
  })
  const digest = await digestOf(trx, activity)
  await trx
    .insertInto('activityAdjustmentContent')
    .values({ adjustmentId: id, content: json(content), digest })
    .execute()
  await recordActivityEvent(trx, {
    ...{ activityId: activity.id, action: activityHistoryAction.submitted, occurredAt: now, userName: actor.userName, adjustmentNo },
    ...(reason !== null && { remark: reason }),
  })
  await hintLimit(context, type, budgetPoints)
}

function changesOf(app: FastifyInstance, { type, activity, content = {} }: ActivityRequest): readonly ChangedField[] {
  if (type === activityAdjustType.termination) return []
  const entity = app.records.entity('activity')
  return type === activityAdjustType.creation ? changedContent(entity, null, activity) : changedContent(entity, activity, content)
}

async function hintLimit({ trx, now, notice, screen }: HookContext, type: ActivityAdjustType, budgetPoints: number): Promise<void> {
  if (screen === null || type === activityAdjustType.termination) return
  const limit = await readNumber(trx, largeBudget, taipeiDate(now))
  if (budgetPoints > limit) notice(`已送審。活動預算超過 ${limit.toLocaleString('en-US')} 點，須由具大額核准權限者核准。`)
}

/** A call of our own in the transaction of a hook. */
export function ownCall<Name extends 'activity' | 'activityAdjustment'>({ trx, actor, now, afterCommit }: HookContext, entity: Name) {
  return { actor, screen: null, entity, now, db: trx, afterCommit } as const
}
