import type { Entity, Property } from '../../../language/documents/entity.ts'
import { dictionaryOf, holdsFiles } from '../../../language/entity/property.ts'
import { readsOthers } from '../../../language/entity/references.ts'
import { attachedFilesOf } from '../../../rules/attachedFiles.ts'
import { type UserActionType, userActionType } from '../../../rules/codes.generated.ts'
import { shortened } from '../../../rules/text.ts'
import type { OrderedUserAction } from '../../platform/audit.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { maskValue, redacted } from '../masks/present.ts'
import type { FieldModel } from '../model.ts'
import { isSame } from '../sameValue.ts'
import type { OpenWrite } from '../services.ts'
import { noteWrite } from '../validation/knownOptions.ts'
import { cutMark } from './historyText.ts'
import type { FieldChange, HistoryLine } from './logLine.ts'

/** An event of a record. `before` is absent for a new record, `after` for a removed one. */
export interface RecordEvent {
  /** create, update, delete, import, or the name of a transition. */
  readonly action: string
  /** Text for people: 新增, 修改, 刪除, 匯入, or the label of the transition. */
  readonly label: string
  readonly before?: StoredRecord
  readonly after?: StoredRecord
  readonly fromState?: string
  readonly toState?: string
  readonly remark?: string
}

const actionTypes: Readonly<Record<string, UserActionType>> = {
  create: userActionType.create,
  update: userActionType.update,
  delete: userActionType.delete,
  import: userActionType.import,
  submit: userActionType.submit,
  approve: userActionType.approve,
  reject: userActionType.reject,
}

const valueLengthMax = 500

/**
 * Notes the history entry of a record with its changed fields, and the row of the user action log. They are written in the transaction of
 * the change, at the end of the write.
 */
export function logEvent(write: OpenWrite, event: RecordEvent): void {
  const record = event.after ?? event.before
  if (!record) throw new Error('an event is about a record')
  noteWrite(write.prepared.call.knownOptions)
  const history = { entry: entryOf(write, record, event), changes: changesOf(write, event) }
  write.log.push({ history, userAction: userActionOf(write, record, event) })
}

function userActionOf(write: OpenWrite, record: StoredRecord, event: RecordEvent): OrderedUserAction {
  const { prepared } = write
  const { model, call } = prepared
  return {
    actor: call.actor,
    userActionType: Object.hasOwn(actionTypes, event.action) ? (actionTypes[event.action] ?? userActionType.other) : userActionType.other,
    action: `${event.label}${model.entity.title} ${labelOf(write, record)}`,
    entity: model.entity.name,
    entityId: record.id,
    before: event.before && redacted(prepared, event.before),
    after: event.after && redacted(prepared, event.after),
    at: write.stamp.now,
  }
}

/** The key by which people know a record. */
export function labelOf({ prepared }: Pick<OpenWrite, 'prepared'>, record: RecordValues): string {
  return String(record[prepared.model.entity.key] ?? record.id ?? '')
}

/**
 * Stores the company, number and name of the record in the entry, because the record may be renamed or removed before somebody reads it.
 */
function entryOf({ prepared, stamp }: OpenWrite, record: StoredRecord, event: RecordEvent): HistoryLine['entry'] {
  const { entity } = prepared.model
  const companyField = companyFieldOf(entity)
  return [
    ...[entity.name, record.id, event.action, event.label, event.fromState ?? null, event.toState ?? null, event.remark ?? null],
    ...[stamp.userName, stamp.now.toISOString(), textOrNull(companyField && record[companyField])],
    ...[textOfField(prepared, entity.key, record) ?? String(record.id), textOfField(prepared, entity.label, record)],
  ]
}

/** The field with the company of a record: the scope field, otherwise the first field that refers to a company. */
function companyFieldOf(entity: Entity): string | undefined {
  return (
    entity.scope ?? Object.keys(entity.properties).find((name) => dictionaryOf(entity.properties[name] as Property)?.name === 'Company')
  )
}

/** Value of one field as a text for the log; null for an unknown field. */
function textOfField({ model }: OpenWrite['prepared'], name: string, record: RecordValues): string | null {
  const field = model.fields.get(name)
  return field ? textOf(field, record[name]) : null
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function changesOf({ prepared }: OpenWrite, { before, after }: RecordEvent): readonly FieldChange[] {
  return [...prepared.model.fields.values()]
    .filter((field) => !field.common && isOwn(field) && !isSame(before?.[field.name], after?.[field.name]))
    .map((field) => ({ field, before: textOf(field, before?.[field.name]), after: textOf(field, after?.[field.name]) }))
}

/** What stands in other records changes with them. Rows that are records of their own are part of this one all the same. */
function isOwn({ property }: FieldModel): boolean {
  return property['x-details'] !== undefined || !readsOthers(property)
}

/** A value as a text for the history: no secrets, no pictures, cut at 500 characters with a mark at the end. */
export function textOf(field: FieldModel, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (field.property.format === 'imageDataUrl') return '（圖片）'
  if (holdsFiles(field.property))
    return shortened(
      attachedFilesOf(value)
        .map((file) => file.name)
        .join('、'),
      valueLengthMax,
    )
  const shown = maskValue(field, value)
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  const characters = Array.from(text)
  return characters.length > valueLengthMax ? `${characters.slice(0, valueLengthMax - 1).join('')}${cutMark}` : text
}
