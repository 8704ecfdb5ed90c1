import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ImportAnswer } from '../../../../answers/records.ts'
import { activityHistoryAction, activityStatus, activityType, userActionType } from '../../../../rules/codes.generated.ts'
import { message } from '../../../../rules/messages.ts'
import type { Actor } from '../../../platform/actor.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { ApiError, apiError } from '../../../platform/errors.ts'
import { CheckQuery, IdParams } from '../../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../../platform/http/routes/sendFile.ts'
import { uploadedFile } from '../../../records/calls/uploadedFile.ts'
import { xlsxType } from '../../../records/export/exportRecords.ts'
import type { RecordOf } from '../../../records/hooks.ts'
import { exampleFile } from '../../../records/import/importExample.ts'
import { recordActivityEvent } from './activityEvents.ts'
import { needsList } from './activityRules.ts'
import { type ListedMember, listColumns, type ReadList, readMemberList } from './memberList.ts'
import { getOwnActivity } from './ownActivity.ts'

const path = '/api/activity/activity/:id/members'
const config = { permission: 'activity.activity.edit' } as const

type Activity = RecordOf<'activity'>

/** 匯入名單 (domain 4.13): the members of a draft, all rows of a file or none; a new file replaces the list. */
export function memberListRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const example = { params: IdParams, response: { 200: contentAnswer(xlsxType) } }
  routes.get(`${path}/example`, { config, schema: example }, async ({ actor, params: { id } }, reply) => {
    const activity = await openDraft(app, actor, id)
    const row = ['880000000013', activity.activityType === activityType.memberList ? 100 : null]
    return sendFile(reply, exampleFile('活動名單', [listColumns.map(({ title }) => title), row]))
  })
  const taken = { params: IdParams, querystring: CheckQuery, response: { 200: ImportAnswer } }
  routes.post(path, { config: { ...config, takes: 'file' }, schema: taken }, async (request, reply) => {
    const { actor, params, query } = request
    const activity = await openDraft(app, actor, params.id)
    const { bytes } = await uploadedFile(request)
    const read = await readMemberList(app.db, actor.id, bytes, activity)
    if (query.check === 'true') return read.check
    if (read.check.errorCount > 0) throw refusal(read)
    await transact(app.db, (trx) => storeList(app, trx, actor, { activity, members: read.members }))
    return reply.header('x-message-code', 'M04').send({ createdCount: read.members.length })
  })
}

function refusal({ check: { errors, errorCount } }: ReadList): ApiError {
  const texts = errors.map(({ row, message: text }) => `第 ${row} 列：${text}`)
  const more = errorCount > errors.length ? [`…另有 ${errorCount - errors.length} 列錯誤`] : []
  return new ApiError(400, 'M17', [message('M17'), ...texts, ...more].join('\n'))
}

/** The campaign, when it is this person's and it takes a list. @throws M08, M12, M09 */
async function openDraft(app: FastifyInstance, actor: Actor, id: number): Promise<Activity> {
  const activity = await getOwnActivity(app, actor, id)
  const isDraft = activity.status === activityStatus.draft || activity.status === activityStatus.rejected
  if (!isDraft || !needsList(activity)) throw apiError('M09')
  return activity
}

interface NewList {
  readonly activity: Activity
  readonly members: readonly ListedMember[]
}

async function storeList(app: FastifyInstance, trx: Trx, actor: Actor, { activity, members }: NewList): Promise<void> {
  const now = app.clock.now()
  // Locks the draft, and makes the person who brings the list its last editor, who does not decide on it.
  const call = { actor, screen: null, entity: 'activity', now, db: trx, afterCommit: () => undefined } as const
  await app.records.update(call, activity.id, activity.rowVersion, { version: activity.version + 1 })
  await trx.deleteFrom('activityMember').where('activityId', '=', activity.id).execute()
  const memberNos = members.map(({ memberNo }) => memberNo)
  const points = members.map((member) => member.points)
  await sql`
    insert into activity_member (activity_id, member_no, points)
    select ${activity.id}, l.member_no, l.points from unnest(${memberNos}::text[], ${points}::bigint[]) as l (member_no, points)`.execute(
    trx,
  )
  const before = String(activity.memberCount ?? 0)
  await recordActivityEvent(trx, {
    ...{ activityId: activity.id, action: activityHistoryAction.changed, occurredAt: now, userName: actor.userName },
    changes: [{ field: 'memberCount', title: '名單人數', before, after: String(members.length) }],
  })
  const action = `匯入活動名單 ${activity.activityCode} 共 ${members.length} 人`
  await writeUserAction(trx, { actor, userActionType: userActionType.import, action, entity: 'activity', entityId: activity.id })
}
