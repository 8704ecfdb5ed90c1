import { sql } from 'kysely'
import { companyChangeStatus } from '../../rules/codes.generated.ts'
import { isDate, monthOf, taipeiDate } from '../../rules/dates.ts'
import { json } from '../platform/database/json.ts'
import { literals } from '../platform/database/literals.ts'
import type { Trx } from '../platform/database/tables.ts'
import { fieldsError, textError } from '../platform/errors.ts'
import { labelOf, logEvent, textOf } from './historyLog.ts'
import type { HookContext, RecordHooks, RecordOf, RecordValues, StoredRecord } from './hooks.ts'
import type { EntityModel } from './model.ts'
import { pick } from './pick.ts'
import { type EngineServices, prepare } from './services.ts'
import { reread, type Write } from './write.ts'

/** Name of the entity document (table `change_request`). Its transitions `approve`, `reject` and `withdraw` end a request. */
export const changeRequestEntity = 'changeRequest'

/** One changed field of a request, with texts for people; `value` is the value to store. */
interface RequestedChange {
  readonly field: string
  readonly title: string
  readonly before: string | null
  readonly after: string | null
  readonly value: unknown
}

/**
 * Removes the fields that need approval from a change of a record in force, and stores them as a request. The old values stay until the
 * request is approved and its effective date has come. For calls without a screen, only the fields named in the call are held.
 *
 * @returns the changes that may be stored now
 */
export async function holdForApproval(
  open: Write,
  before: StoredRecord,
  changes: RecordValues,
  extra: RecordValues,
): Promise<RecordValues> {
  const { model, call } = open.prepared
  const isMarked = (name: string) => call.screen !== null && model.fields.get(name)?.property['x-approval'] === true
  const held = pick(changes, (name) => isMarked(name) || call.approvalFields?.includes(name) === true)
  if (Object.keys(held).length === 0 || !isInForce(open, before)) return changes
  await insertRequest(open, before, held, effectiveDateOf(extra, call.now))
  return { ...pick(changes, (name) => !Object.hasOwn(held, name)), ...(model.fields.has('hasPendingChange') && { hasPendingChange: true }) }
}

/**
 * True when a record is in force. Before submission, and while a decision is pending, the record is checked by a second person anyway, so
 * changes need no request. An entity without a `submit` step is always in force. A hook may decide otherwise.
 */
function isInForce({ prepared }: Write, record: StoredRecord): boolean {
  const { hooks, model } = prepared
  if (hooks.needsApproval) return hooks.needsApproval(record)
  const submit = model.entity.transitions?.submit
  return submit === undefined || ![...submit.from, submit.to].includes(String(record[submit.field]))
}

function effectiveDateOf(extra: RecordValues, now: Date): string {
  const today = taipeiDate(now)
  const wanted = extra.effectiveDate ?? today
  if (typeof wanted !== 'string' || !isDate(wanted)) throw fieldsError({ effectiveDate: '生效日 格式錯誤' })
  if (wanted < today) throw fieldsError({ effectiveDate: '生效日不可早於今日' })
  return wanted
}

async function insertRequest({ prepared, trx, stamp }: Write, before: StoredRecord, held: RecordValues, date: string): Promise<void> {
  const { model } = prepared
  const db = trx.withoutPlugins()
  const waiting = sql`select 1 from change_request where entity = ${model.entity.name} and record_id = ${before.id}
    and status in (${literals(companyChangeStatus.open, companyChangeStatus.approved)})`
  if ((await waiting.execute(db)).rows.length > 0) throw textError(409, '已有待審或待生效的變更，請先完成該筆變更。', 'M09')
  const at = stamp.now.toISOString()
  const scope = model.entity.scope
  await sql`
    insert into change_request (change_no, entity, record_id, record_label, company_no, changes, effective_date, submitted_by, submitted_at,
      created_by, created_at, updated_by, updated_at)
    values (${await nextChangeNo(trx, stamp.now)}, ${model.entity.name}, ${before.id}, ${labelOf({ prepared }, before)},
      ${scope ? before[scope] : null}, ${json(linesOf(model, before, held))}, ${date}, ${stamp.userName}, ${at},
      ${stamp.userName}, ${at}, ${stamp.userName}, ${at})
  `.execute(db)
}

function linesOf(model: EntityModel, before: StoredRecord, held: RecordValues): readonly RequestedChange[] {
  return [...model.fields.values()]
    .filter((field) => Object.hasOwn(held, field.name))
    .map((field) => ({
      field: field.name,
      title: field.title,
      before: textOf(field, before[field.name]),
      after: textOf(field, held[field.name]),
      value: held[field.name] ?? null,
    }))
}

async function nextChangeNo(trx: Trx, now: Date): Promise<string> {
  const month = monthOf(taipeiDate(now))
  const { rows } = await sql<{ number: number }>`select next_number('changeRequest', ${month}) as number`.execute(trx.withoutPlugins())
  return `R${month}${String(rows[0]?.number ?? 0).padStart(5, '0')}`
}

/**
 * Effects of the decisions on a request. An approved request is applied at once when its effective date has come, otherwise by the daily
 * job.
 */
export function changeRequestHooks(services: EngineServices): RecordHooks<'changeRequest'> {
  return {
    present: (_context, record) => ({ ...record, changes: linesShown(record.changes) }),
    transitions: {
      approve: async (context, request) => {
        if (request.effectiveDate > taipeiDate(context.now)) return undefined
        await applyRequest(services, context, request)
        return { status: companyChangeStatus.applied, appliedAt: context.now.toISOString() }
      },
      reject: async (context, request) => {
        await clearPending(services, context, request, '變更退回')
        return undefined
      },
      withdraw: async (context, request) => {
        await clearPending(services, context, request, '變更撤回')
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

/** Writes the values of an approved request into its record. The history shows the approver as the author. */
async function applyRequest(services: EngineServices, context: HookContext, request: WaitingChange): Promise<void> {
  const changes = request.changes as readonly RequestedChange[]
  const values = Object.fromEntries(changes.map((change) => [change.field, change.value]))
  await changeTarget(services, context, { request, values: { ...values, hasPendingChange: false }, label: '變更生效' })
}

async function clearPending(services: EngineServices, context: HookContext, request: WaitingChange, label: string): Promise<void> {
  await changeTarget(services, context, { request, values: { hasPendingChange: false }, label })
}

async function changeTarget(
  services: EngineServices,
  context: HookContext,
  { request, values, label }: { readonly request: WaitingChange; readonly values: RecordValues; readonly label: string },
): Promise<void> {
  const { trx, actor, now } = context
  const prepared = prepare(services, { actor, now, screen: null, entity: request.entity, db: trx })
  const open: Write = { prepared, trx, stamp: { userName: actor.userName, now }, afterCommit: context.afterCommit, notice: context.notice }
  const id = request.recordId
  if (!(await prepared.storage.lock(trx, [id])).has(id)) return
  const before = await reread(open, id)
  const stored = await prepared.storage.storedFields(trx)
  await prepared.storage.update(
    trx,
    id,
    pick(values, (name) => stored.has(name)),
    open.stamp,
  )
  await logEvent(open, { action: 'change', label, before, after: await reread(open, id), remark: request.changeNo })
}

/**
 * Applies the approved requests whose effective date has come.
 *
 * @returns number of requests applied
 */
export async function applyDueRequests(services: EngineServices, context: HookContext): Promise<number> {
  const db = context.trx.withoutPlugins()
  const { rows } = await sql<{ id: number; entity: string; recordId: number; changeNo: string; changes: unknown }>`
    select id, entity, record_id as "recordId", change_no as "changeNo", changes from change_request
    where status = ${companyChangeStatus.approved} and effective_date <= ${taipeiDate(context.now)}
    order by id for update skip locked limit 100
  `.execute(db)
  for (const request of rows) {
    await applyRequest(services, context, request)
    await sql`
      update change_request set status = ${companyChangeStatus.applied}, applied_at = ${context.now.toISOString()}, row_version = row_version + 1
      where id = ${request.id}
    `.execute(db)
  }
  return rows.length
}
