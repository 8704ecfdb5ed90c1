import { type SqlBool, sql } from 'kysely'
import { decidesChanges } from '../../../language/entity/changeDecisions.ts'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { changeRequestEntity } from '../changeRequests/changeRequest.ts'
import type { RequestedChange } from '../changeRequests/waitingRow.ts'
import { logEvent } from '../history/historyLog.ts'
import { writeLog } from '../history/writeLog.ts'
import type { HookContext, RecordHooks, RecordOf, RecordValues } from '../hooks.ts'
import { pick } from '../pick.ts'
import { type EngineServices, type OpenWrite, prepare } from '../services.ts'
import { reread, storeChanges } from '../write/write.ts'
import { assertChangeFits, nothingWaits, valuesOf } from './changeFit.ts'

/**
 * Effects of the decisions on a request. An approved request is applied at once when its effective date has come, otherwise by the daily
 * job.
 */
export function changeRequestHooks(services: EngineServices): RecordHooks<'changeRequest'> {
  return {
    present: (_context, record) => ({ ...record, changes: linesShown(record.changes) }),
    transitions: {
      approve: async (context, request) => {
        if (request.effectiveDate > taipeiDate(context.now)) {
          await approveForLater(services, context, request)
          return undefined
        }
        await applyRequest(services, context, request)
        return { status: companyChangeStatus.applied, appliedAt: context.now.toISOString() }
      },
      reject: async (context, request, { rejectReason }) => {
        await clearPending(services, context, request, { label: '變更退回', reason: rejectReason })
        return undefined
      },
      withdraw: async (context, request) => {
        await clearPending(services, context, request, { label: '變更撤回' })
        return undefined
      },
    },
  }
}

/** Leaves out the stored values, which may be personal data; the texts are masked. */
function linesShown(changes: unknown): unknown {
  return (changes as readonly RequestedChange[]).map(({ field, title, before, after }) => ({ field, title, before, after }))
}

/** The fields of a request that its decision needs. */
type WaitingChange = Pick<RecordOf<typeof changeRequestEntity>, 'entity' | 'recordId' | 'changeNo'> & { readonly changes: unknown }

/** A change of the record of a request. */
interface Effect {
  readonly label: string
  readonly values: RecordValues
  /** Why, for the history. */
  readonly reason?: string
  /** True when the values of the request are about to apply, so they have to fit. */
  readonly applies?: true
}

/** Writes the values of an approved request into its record. The history shows the approver as the author. */
function applyRequest(services: EngineServices, context: HookContext, request: WaitingChange): Promise<void> {
  const values = { ...valuesOf(request.changes as readonly RequestedChange[]), ...nothingWaits }
  return changeTarget(services, context, request, { label: '變更生效', values, applies: true })
}

/** A record without a view keeps by itself that nothing waits for a person any more. */
async function approveForLater(services: EngineServices, context: HookContext, request: WaitingChange): Promise<void> {
  const entity = services.findEntity(request.entity)
  if (entity === undefined || !decidesChanges(entity)) return
  await changeTarget(services, context, request, { label: '變更核准', values: nothingWaits, applies: true })
}

function clearPending(
  services: EngineServices,
  context: HookContext,
  request: WaitingChange,
  told: Pick<Effect, 'label' | 'reason'>,
): Promise<void> {
  return changeTarget(services, context, request, { ...told, values: nothingWaits })
}

async function changeTarget(services: EngineServices, context: HookContext, request: WaitingChange, effect: Effect): Promise<void> {
  const { trx, actor, now } = context
  const prepared = prepare(services, { actor, now, screen: null, entity: request.entity, db: trx })
  const { afterCommit, notice } = context
  const open: OpenWrite = { prepared, trx, stamp: { userName: actor.userName, now }, log: [], afterCommit, notice }
  const id = request.recordId
  if (!(await prepared.storage.lock(trx, [id])).has(id)) return
  const before = await reread(open, id)
  const isOwn = decidesChanges(prepared.model.entity)
  if (isOwn && effect.applies) await assertChangeFits(open, before, request.changes as readonly RequestedChange[])
  const stored = await prepared.storage.storedFields(trx)
  await storeChanges(
    open,
    id,
    pick(effect.values, (name) => stored.has(name)),
  )
  const remark = isOwn && effect.reason !== undefined ? `${request.changeNo}：${effect.reason}` : request.changeNo
  logEvent(open, { action: 'change', label: effect.label, before, after: await reread(open, id), remark })
  await writeLog(trx, open.log)
}

interface DueRequest extends WaitingChange {
  readonly id: number
}

/**
 * Applies the approved requests whose effective date has come. Those of entities that no document describes any more are left alone.
 *
 * @returns number of requests applied or rejected
 */
export async function applyDueRequests(services: EngineServices, context: HookContext): Promise<number> {
  const db = context.trx.withoutPlugins()
  const known = services.entities?.().map(({ name }) => name)
  const isKnown = known === undefined ? sql<SqlBool>`true` : sql<SqlBool>`entity = any(${known}::text[])`
  const { rows } = await sql<DueRequest>`
    select id, entity, record_id as "recordId", change_no as "changeNo", changes from change_request
    where status = ${companyChangeStatus.approved} and effective_date <= ${taipeiDate(context.now)} and ${isKnown}
    order by id for update skip locked limit 100
  `.execute(db)
  for (const request of rows) await applyDue(services, context, request)
  return rows.length
}

/** What does not fit any more when its day comes is rejected with the reason, so that it does not stop the others every night. */
async function applyDue(services: EngineServices, context: HookContext, request: DueRequest): Promise<void> {
  const db = context.trx.withoutPlugins()
  const at = context.now.toISOString()
  try {
    await savepoint(context.trx, (trx) => applyRequest(services, { ...context, trx }, request))
    await sql`update change_request set status = ${companyChangeStatus.applied}, applied_at = ${at}, row_version = row_version + 1
      where id = ${request.id}`.execute(db)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reason = error.message.slice(0, 200)
    await clearPending(services, context, request, { label: '變更未生效', reason })
    await sql`update change_request set status = ${companyChangeStatus.rejected}, reject_reason = ${reason}, updated_at = ${at},
      row_version = row_version + 1 where id = ${request.id}`.execute(db)
  }
}
