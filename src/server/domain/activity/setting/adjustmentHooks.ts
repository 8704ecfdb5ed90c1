import type { FastifyInstance } from 'fastify'
import {
  type ActivityHistoryAction,
  activityAdjustStatus,
  activityAdjustType,
  activityHistoryAction,
  activityStatus,
} from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { OutOfLimits } from '../../../../rules/outOfLimits.ts'
import { ApiError, apiError, textError } from '../../../platform/errors.ts'
import type { ChangesOf, HookContext, QueryContext, RecordHooks, RecordOf, RowOf } from '../../../records/hooks.ts'
import { readNumber } from '../../settings/public.ts'
import { changedContent, recordActivityEvent, snapshotOf } from './activityEvents.ts'
import { type ActivityValues, activityTexts, changeProblems } from './activityRules.ts'
import { assertActivityRules, assertDecidable } from './checks.ts'
import { digestOf } from './digest.ts'
import { largeBudget, ownCall } from './requests.ts'

type Adjustment = RecordOf<'activityAdjustment'>
type Activity = RecordOf<'activity'>
type Changes = ChangesOf<'activityAdjustment'>

const approveLarge = 'activity.activityadjustments.approvelarge'

/** 活動異動審核 (domain 3.4, 4.13): the decision of a second person, applied at once. */
export function createAdjustmentHooks(app: FastifyInstance): RecordHooks<'activityAdjustment'> {
  return {
    async deniedActions(context, rows) {
      const tooLarge = await areTooLarge(context, rows).catch(withoutLimit)
      return rows.map((_row, index) => (tooLarge[index] ? ['approve'] : []))
    },
    outOfLimits: largeRequest,
    transitions: {
      approve: (context, adjustment) => approve(app, context, adjustment),
      reject: async (context, adjustment, { rejectReason }) => {
        const activity = await lockedActivity(app, context, adjustment)
        if (adjustment.adjustType === activityAdjustType.creation) await moveActivity(app, context, adjustment, 'reject')
        await recordDecision(context, adjustment, { activity, action: activityHistoryAction.rejected, remark: rejectReason })
        return decidedBy(context)
      },
      withdraw: async (context, adjustment) => {
        if (adjustment.adjustType === activityAdjustType.creation) await moveActivity(app, context, adjustment, 'withdraw')
        return undefined
      },
    },
  }
}

function decidedBy({ actor, now }: HookContext): Changes {
  return { approvedBy: actor.userName, approvedAt: now.toISOString() }
}

/** The campaign of a request, locked until the decision is stored. @throws M08 */
async function lockedActivity(app: FastifyInstance, context: HookContext, { activityId }: Adjustment): Promise<Activity> {
  await context.trx.selectFrom('activity').select('id').where('id', '=', activityId).forUpdate().execute()
  return app.records.get(ownCall(context, 'activity'), activityId)
}

type Step = 'approve' | 'reject' | 'withdraw' | 'change' | 'terminate'

async function moveActivity(
  app: FastifyInstance,
  context: HookContext,
  { activityId, adjustmentNo }: Adjustment,
  step: Step,
): Promise<void> {
  await app.records.transition(ownCall(context, 'activity'), activityId, step, { remark: adjustmentNo })
}

async function approve(app: FastifyInstance, context: HookContext, adjustment: Adjustment): Promise<Changes> {
  await assertMayApproveSize(context, adjustment)
  const activity = await lockedActivity(app, context, adjustment)
  const { adjustType } = adjustment
  const { content, digest } = await readContent(context, adjustment.id)
  // What is approved is what was submitted, and nothing that came later.
  if ((await digestOf(context.trx, activity)) !== digest) throw apiError('M10')
  if (adjustType === activityAdjustType.creation) await approveNew(app, context, adjustment, activity)
  else if (adjustType === activityAdjustType.change) await approveChange(app, context, adjustment, { activity, content })
  else await approveEnd(app, context, adjustment, activity)
  return decidedBy(context)
}

async function readContent({ trx }: HookContext, adjustmentId: number): Promise<{ content: ChangesOf<'activity'>; digest: string }> {
  const found = await trx
    .selectFrom('activityAdjustmentContent')
    .select(['content', 'digest'])
    .where('adjustmentId', '=', adjustmentId)
    .executeTakeFirstOrThrow()
  return { content: found.content as ChangesOf<'activity'>, digest: found.digest }
}

async function approveNew(app: FastifyInstance, context: HookContext, adjustment: Adjustment, activity: Activity): Promise<void> {
  if (new Date(activity.startAt) < context.now) throw textError(409, activityTexts.startPassed)
  await assertDecidable(context.trx, activity)
  await moveActivity(app, context, adjustment, 'approve')
  await recordDecision(context, adjustment, { activity, action: activityHistoryAction.approved })
}

interface WantedChange {
  readonly activity: Activity
  readonly content: ChangesOf<'activity'>
}

async function approveChange(app: FastifyInstance, context: HookContext, adjustment: Adjustment, wanted: WantedChange): Promise<void> {
  const { activity, content } = wanted
  const [problem] = Object.values(changeProblems(activity, content, context.now))
  if (problem !== undefined) throw textError(409, problem === activityTexts.startInPast ? activityTexts.startPassed : problem)
  await assertActivityRules(context.trx, { ...activity, ...content } as ActivityValues)
  await moveActivity(app, context, adjustment, 'change')
  const after = await app.records.get(ownCall(context, 'activity'), activity.id)
  const entity = app.records.entity('activity')
  await recordDecision(context, adjustment, {
    ...{ activity, action: activityHistoryAction.changeApproved },
    ...{ changes: changedContent(entity, activity, after), snapshot: snapshotOf(entity, after) },
    ...(adjustment.reason !== null && { remark: adjustment.reason }),
  })
}

async function approveEnd(app: FastifyInstance, context: HookContext, adjustment: Adjustment, activity: Activity): Promise<void> {
  await moveActivity(app, context, adjustment, 'terminate')
  const before = [{ field: 'status', title: '狀態', before: activity.status, after: activityStatus.terminated }]
  const remark = adjustment.reason ?? ''
  await recordDecision(context, adjustment, { activity, action: activityHistoryAction.terminated, changes: before, remark })
}

interface Decision extends Pick<Parameters<typeof recordActivityEvent>[1], 'changes' | 'snapshot' | 'remark'> {
  readonly activity: Activity
  readonly action: ActivityHistoryAction
}

async function recordDecision(
  { trx, actor, now }: HookContext,
  { adjustmentNo, submittedBy }: Adjustment,
  { activity, ...decision }: Decision,
): Promise<void> {
  await recordActivityEvent(trx, {
    ...{ activityId: activity.id, occurredAt: now, userName: submittedBy, approvedBy: actor.userName, adjustmentNo },
    ...decision,
  })
}

type Sized = Pick<RowOf<'activityAdjustment'>, 'adjustType' | 'budgetPoints' | 'budgetDiff'>

/** Jobs and demo data act without a screen and are trusted. */
async function assertMayApproveSize({ trx, now, actor, screen }: HookContext, adjustment: Adjustment): Promise<void> {
  if (screen === null) return
  const [isLarge] = await areTooLarge({ db: trx, now, actor }, [adjustment])
  if (isLarge) throw textError(409, activityTexts.overLimit, 'ACTIVITY_LARGE')
}

/** The list can be read while no limit is in force; approving then fails with a text that says so. */
function withoutLimit(error: unknown): readonly boolean[] {
  if (error instanceof ApiError) return []
  throw error
}

/** Which requests raise a budget above what this person may approve. */
async function areTooLarge({ db, now, actor }: QueryContext, rows: readonly Sized[]): Promise<readonly boolean[]> {
  if (actor.permissions.has(approveLarge)) return rows.map(() => false)
  const limit = await readNumber(db, largeBudget, taipeiDate(now))
  return rows.map((row) => isLargeRaise(row, limit))
}

function isLargeRaise({ adjustType, budgetPoints, budgetDiff }: Sized, limit: number): boolean {
  return adjustType !== activityAdjustType.termination && budgetDiff > 0 && budgetPoints > limit
}

async function largeRequest({ db, now }: QueryContext, row: RowOf<'activityAdjustment'>): Promise<OutOfLimits> {
  if (row.status !== activityAdjustStatus.waiting) return {}
  const limit = await readNumber(db, largeBudget, taipeiDate(now))
  if (!isLargeRaise(row, limit)) return {}
  return { budgetPoints: `超過活動預算上限 ${limit.toLocaleString('en-US')} 點，須由具大額核准權限者核准。` }
}
