import type { FastifyInstance } from 'fastify'
import { nextVersionOf } from '../../../answers/pricing.ts'
import { type SettingStatus, settingStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import type { NewRecordOf, RecordOf, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { approvedSettingHooks, type EndPrevious, type SettingKind, type SettingName } from './approvedSetting.ts'

/** Where a kind of setting is served: `api` is the path of its screen, `resource` the first parts of its permissions. */
export interface SettingPlace {
  readonly api: string
  readonly resource: string
}

/** Registers the hooks of a kind of setting and its route 變更 (`POST {api}/{id}/change`). */
export function registerApprovedSetting<Name extends SettingName>(
  app: FastifyInstance,
  kind: SettingKind<Name>,
  place: SettingPlace,
): void {
  app.records.register(kind.entity, approvedSettingHooks(kind, endPreviousOf(app, kind.entity)))
  const { field } = kind.number
  const config = { permission: `${place.resource}.create`, takes: 'nothing' } as const
  const schema = { params: IdParams, response: { 201: nextVersionOf(field) } }
  typedRoutes(app).post(`${place.api}/:id/change`, { config, schema }, async ({ actor, params }, reply) => {
    const draft: StoredRecord = await transact(app.db, async (trx) => {
      const call = { actor, screen: null, entity: kind.entity, now: app.clock.now(), db: trx, afterCommit: () => undefined }
      const current = (await app.records.get(call, params.id)) as RecordOf<Name>
      await kind.beforeStep?.({ ...call, trx, extra: {}, moveAlso: async () => undefined, notice: () => undefined }, current)
      assertNoSuccessor(current, await kind.findSuccessors(trx, params.id))
      return app.records.create(call, draftOf(app, kind, current, taipeiDate(call.now)))
    })
    const { id, rowVersion, status } = draft
    const answer = { id, rowVersion, status: String(status), previousId: params.id, [field]: String(draft[field]) }
    return reply.code(201).header('x-message-code', 'M01').send(answer)
  })
}

function endPreviousOf(app: FastifyInstance, entity: string): EndPrevious {
  return async ({ trx, actor, now, afterCommit }, previousId, lastDay) => {
    const call = { actor, screen: null, entity, now, db: trx, afterCommit }
    const previous = await app.records.get(call, previousId)
    if (previous.status === settingStatus.approved) await app.records.transition(call, previousId, 'replace', { lastDay })
  }
}

/** @throws M09 unless the setting is approved and not replaced; an error text while a new version is in progress */
function assertNoSuccessor(
  current: Pick<RecordOf<SettingName>, 'status'>,
  successors: readonly { readonly status: SettingStatus }[],
): void {
  if (current.status !== settingStatus.approved) throw apiError('M09')
  const living = successors.filter(({ status }) => status !== settingStatus.stopped)
  if (living.some(({ status }) => status === settingStatus.approved)) throw apiError('M09')
  if (living.length > 0) throw textError(409, '此設定已有變更草稿，請先完成該筆變更。', 'M09')
}

/** Creates a draft with the values of an approved setting; its approval ends the old one. */
function draftOf<Name extends SettingName>(
  app: FastifyInstance,
  kind: SettingKind<Name>,
  current: RecordOf<Name>,
  today: string,
): RecordValues {
  const properties = app.documents.entity(kind.entity)?.properties ?? {}
  const copied = Object.entries(current).flatMap(([field, value]) => {
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined
    const isCopied = property !== undefined && property['x-computed'] !== true && value !== null
    return isCopied ? [[field, withoutComputed(property, value)] as const] : []
  })
  return { ...Object.fromEntries(copied), ...kind.period.startFrom(current as unknown as NewRecordOf<Name>, today), previousId: current.id }
}

type Property = NonNullable<ReturnType<FastifyInstance['documents']['entity']>>['properties'][string]

/** Removes the members of rows that the server computes (the number of a tier). */
function withoutComputed(property: Property, value: unknown): unknown {
  const members = property.items?.properties
  if (!members || !Array.isArray(value)) return value
  const isGiven = (name: string) => Object.hasOwn(members, name) && members[name]?.['x-computed'] !== true
  return value.map((row: RecordValues) => Object.fromEntries(Object.entries(row).filter(([name]) => isGiven(name))))
}
