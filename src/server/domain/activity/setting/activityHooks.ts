import type { FastifyInstance } from 'fastify'
import { activityAdjustType, activityHistoryAction, activityStatus } from '../../../../rules/codes.generated.ts'
import { monthOf, taipeiDate } from '../../../../rules/dates.ts'
import { message } from '../../../../rules/messages.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, QueryContext, RecordHooks, RecordOf, RowOf } from '../../../records/hooks.ts'
import { isSame } from '../../../records/sameValue.ts'
import { formatNumber, nextNumber } from '../../numbers.ts'
import { changedContent, recordActivityEvent, snapshotOf } from './activityEvents.ts'
import { type ActivityValues, activityTexts, changeProblems, contentFields, isApproved, tidyActivity } from './activityRules.ts'
import { assertActivityRules, assertDecidable } from './checks.ts'
import { requestAdjustment } from './requests.ts'

type Activity = RecordOf<'activity'>
type Changes = ChangesOf<'activity'>

const submitPermission = 'activity.activity.submit'

/**
 * 活動設定 (domain 3.4, 4.13): drafts change at once, an approved campaign only by a request. The steps of a decision are taken by the hooks
 * of the request; through a screen they are refused.
 */
export function createActivityHooks(app: FastifyInstance): RecordHooks<'activity'> {
  return {
    beforeCreate,
    afterCreate: (context, activity) => recordVersion(app, context, null, activity),
    beforeUpdate: (context, before, changes) =>
      isApproved(before) ? requestChange(app, context, before, changes) : changeDraft(context, before, changes),
    afterUpdate: (context, before, after) => (isApproved(before) ? undefined : recordVersion(app, context, before, after)),
    async beforeDelete({ trx }, { id }) {
      // Requests and history name the campaign and stay.
      await trx.deleteFrom('activity').where('id', '=', id).execute()
      return 'handled' as const
    },
    deniedActions,
    transitions: {
      submit: (context, activity) => submit(app, context, activity),
      requestEnd: async (context, activity, { reason }) => {
        await requestAdjustment(app, context, { type: activityAdjustType.termination, activity, reason })
        return undefined
      },
      withdraw: byDecision,
      approve: byDecision,
      reject: byDecision,
      terminate: byDecision,
      change: async (context, activity, input) => {
        byDecision(context)
        const content = await contentOf(context.trx, input.remark)
        return { ...content, version: activity.version + 1 }
      },
    },
  }
}

/** Only the decision on a request takes these steps: it calls without a screen. @throws M12 */
function byDecision({ screen }: HookContext): undefined {
  if (screen !== null) throw apiError('M12')
}

async function contentOf(trx: Trx, adjustmentNo: string): Promise<Changes> {
  const { content } = await trx
    .selectFrom('activityAdjustmentContent')
    .innerJoin('activityAdjustment', 'activityAdjustment.id', 'activityAdjustmentContent.adjustmentId')
    .select('content')
    .where('adjustmentNo', '=', adjustmentNo)
    .executeTakeFirstOrThrow()
  return content as Changes
}

/** Trusted calls (demo data) bring a code of their own. */
async function beforeCreate({ trx, now }: HookContext, input: NewRecordOf<'activity'>): Promise<Changes> {
  const values = tidyActivity(input)
  await assertActivityRules(trx, values)
  const activityCode = input.activityCode?.toUpperCase() ?? (await freeCode(trx, now))
  const { changeReason: _reason, ...stored } = values
  return { ...stored, activityCode, status: activityStatus.draft, usedPoints: 0, version: 1 }
}

/** A + yyMM + 4 digits; numbers that somebody has chosen by hand are passed over. */
async function freeCode(trx: Trx, now: Date): Promise<string> {
  const month = monthOf(taipeiDate(now)).slice(2)
  for (;;) {
    const activityCode = formatNumber(`A${month}`, await nextNumber(trx, 'A', month), 4)
    const taken = await trx.selectFrom('activity').select('id').where('activityCode', '=', activityCode).executeTakeFirst()
    if (!taken) return activityCode
  }
}

/** A reason is what a second person reads with a request. A draft makes none, and what is not kept is not taken either. */
async function changeDraft({ trx, extra }: HookContext, before: Activity, changes: Changes): Promise<Changes> {
  if (reasonOf(extra) !== '') throw fieldsError({ changeReason: activityTexts.reasonOfDraft })
  const after = tidyActivity({ ...before, ...changes } as ActivityValues)
  await assertActivityRules(trx, after)
  const tidied = Object.fromEntries(contentFields.map((name) => [name, after[name]]))
  // Editing a rejected campaign makes it a draft again.
  return { ...tidied, version: before.version + 1, status: activityStatus.draft }
}

async function recordVersion(
  app: FastifyInstance,
  { trx, actor, now }: HookContext,
  before: Activity | null,
  after: Activity,
): Promise<void> {
  const entity = app.records.entity('activity')
  const changes = before === null ? [] : changedContent(entity, before, after)
  // A new list of members changes no field; who stores it writes the event.
  if (before !== null && changes.length === 0) return
  await recordActivityEvent(trx, {
    ...{ activityId: after.id, occurredAt: now, userName: actor.userName, snapshot: snapshotOf(entity, after), changes },
    action: before === null ? activityHistoryAction.created : activityHistoryAction.changed,
  })
}

const reasonOf = ({ changeReason }: HookContext['extra']) => (typeof changeReason === 'string' ? changeReason.trim() : '')

/** Stores a request instead of the changes. The record itself only gets a new version, so that nobody overwrites what was asked. */
async function requestChange(app: FastifyInstance, context: HookContext, before: Activity, changes: Changes): Promise<Changes> {
  const { actor, screen, extra, now } = context
  if (screen !== null && !actor.permissions.has(submitPermission)) throw apiError('M12')
  const reason = reasonOf(extra)
  if (reason === '') throw fieldsError({ changeReason: message('M05', { title: '變更原因' }) }, 'M05')
  const after = tidyActivity({ ...before, ...changes } as ActivityValues)
  const content: Changes = Object.fromEntries(
    contentFields.filter((name) => !isSame(before[name], after[name] ?? null)).map((name) => [name, after[name] ?? null]),
  )
  if (Object.keys(content).length === 0) throw textError(400, activityTexts.nothingChanged)
  const problems = changeProblems(before, content, now)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  await assertActivityRules(context.trx, after)
  context.notice('變更已送審，核准後生效。')
  await requestAdjustment(app, context, { type: activityAdjustType.change, activity: before, content, reason })
  return {}
}

async function submit(app: FastifyInstance, context: HookContext, activity: Activity): Promise<undefined> {
  const { trx, now } = context
  if (new Date(activity.startAt) < now) throw fieldsError({ startAt: activityTexts.startInPast })
  await assertActivityRules(trx, activity)
  await assertDecidable(trx, activity)
  await requestAdjustment(app, context, { type: activityAdjustType.creation, activity })
}

/** Changing an approved campaign is a request, so it needs the right to submit. */
function deniedActions({ actor }: QueryContext, rows: readonly RowOf<'activity'>[]): Promise<readonly (readonly string[])[]> {
  const maySubmit = actor.permissions.has(submitPermission)
  return Promise.resolve(rows.map((row) => (isApproved(row) && !maySubmit ? ['edit'] : [])))
}
