import { sql } from 'kysely'
import { changeDateField, changeFields, decidesChanges } from '../../../language/entity/changeDecisions.ts'
import { isDate, monthOf, taipeiDate } from '../../../rules/dates.ts'
import { json } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { type ApiError, fieldsError, textError } from '../../platform/errors.ts'
import { labelOf, textOf } from '../history/historyLog.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import type { EntityModel } from '../model.ts'
import { pick } from '../pick.ts'
import { isSame } from '../sameValue.ts'
import type { OpenWrite } from '../services.ts'
import { type RequestedChange, selectWaiting } from './waitingRow.ts'

/** Name of the entity document (table `change_request`). Its transitions `approve`, `reject` and `withdraw` end a request. */
export const changeRequestEntity = 'changeRequest'

/**
 * Removes the fields that need approval from a change of a record in force, and stores them as a request. The old values stay until the
 * request is approved and its effective date has come. For calls without a screen, only the fields named in the call are held.
 *
 * @returns the changes that may be stored now, and the number of the request if one was made for an entity without a table
 */
export async function holdForApproval(
  open: OpenWrite,
  before: StoredRecord,
  changes: RecordValues,
  extra: RecordValues,
): Promise<{ readonly changes: RecordValues; readonly changeNo?: string }> {
  const { model, call } = open.prepared
  const isMarked = (name: string) => call.screen !== null && model.fields.get(name)?.property['x-approval'] === true
  const held = pick(changes, (name) => isMarked(name) || call.approvalFields?.includes(name) === true)
  if (Object.keys(held).length === 0 || !isInForce(open, before)) {
    assertNoDate(model, before, extra)
    return { changes }
  }
  const changeNo = await insertRequest(open, before, held, effectiveDateOf(model, extra, call.now))
  const told = pick({ [changeFields.isWaiting]: true, [changeFields.maker]: call.actor.userName }, (name) => model.fields.has(name))
  const rest = { ...pick(changes, (name) => !Object.hasOwn(held, name)), ...told }
  if (!decidesChanges(model.entity)) return { changes: rest }
  open.notice(`「${titlesOf(model, held)}」的變更已送審，核准後生效。`)
  return { changes: rest, changeNo }
}

function titlesOf(model: EntityModel, held: RecordValues): string {
  return [...model.fields.values()].flatMap(({ name, title }) => (Object.hasOwn(held, name) ? [title] : [])).join('、')
}

/**
 * True when a record is in force. Before submission, and while a decision is pending, the record is checked by a second person anyway, so
 * changes need no request. An entity without a `submit` step is always in force. A hook may decide otherwise.
 */
function isInForce({ prepared }: OpenWrite, record: StoredRecord): boolean {
  const { hooks, model } = prepared
  if (hooks.needsApproval) return hooks.needsApproval(record)
  const submit = model.entity.transitions?.submit
  return submit === undefined || ![...submit.from, submit.to].includes(String(record[submit.field]))
}

function effectiveDateOf(model: EntityModel, extra: RecordValues, now: Date): string {
  const today = taipeiDate(now)
  const wanted = extra.effectiveDate ?? today
  if (typeof wanted !== 'string' || !isDate(wanted)) throw dateError(model, '生效日 格式錯誤')
  if (wanted < today) throw dateError(model, '生效日不可早於今日')
  return wanted
}

/** A date of its own that nothing waits for would be lost unseen. That of a change that waits already is shown in the form, and sent back. */
function assertNoDate(model: EntityModel, before: StoredRecord, { effectiveDate = null }: RecordValues): void {
  if (effectiveDate === null || effectiveDate === '' || isSame(before[dateFieldOf(model)], effectiveDate)) return
  throw dateError(model, '沒有修改須核准的欄位，請清空生效日')
}

/** The field by which the form asks for the date. */
function dateFieldOf({ fields, entity }: EntityModel): string {
  return fields.has(changeDateField) && decidesChanges(entity) ? changeDateField : 'effectiveDate'
}

function dateError(model: EntityModel, text: string): ApiError {
  return fieldsError({ [dateFieldOf(model)]: text })
}

async function insertRequest({ prepared, trx, stamp }: OpenWrite, before: StoredRecord, held: RecordValues, date: string): Promise<string> {
  const { model } = prepared
  await assertNothingWaits(trx, model, before.id)
  const changeNo = await nextChangeNo(trx, stamp.now)
  const at = stamp.now.toISOString()
  const scope = model.entity.scope
  await sql`
    insert into change_request (change_no, entity, record_id, record_label, company_no, changes, effective_date, submitted_by, submitted_at,
      created_by, created_at, updated_by, updated_at)
    values (${changeNo}, ${model.entity.name}, ${before.id}, ${labelOf({ prepared }, before)},
      ${scope ? before[scope] : null}, ${json(linesOf(model, before, held))}, ${date}, ${stamp.userName}, ${at},
      ${stamp.userName}, ${at}, ${stamp.userName}, ${at})
  `.execute(trx.withoutPlugins())
  return changeNo
}

/** @throws M09 when a change of the record waits for a decision or for its day */
export async function assertNothingWaits(trx: Trx, { entity }: EntityModel, id: number): Promise<void> {
  if (await selectWaiting(trx, entity.name, id)) throw textError(409, '已有待審或待生效的變更，請先完成該筆變更。', 'M09')
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
