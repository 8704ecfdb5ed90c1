import type { Property } from '../../../language/documents/entity.ts'
import { isChangeDate } from '../../../language/entity/changeDecisions.ts'
import { isMasked } from '../../../language/entity/maskedFields.ts'
import { readsOthers } from '../../../language/entity/references.ts'
import { ownAccount } from '../../../language/rights/ownAccount.ts'
import { isStorableText } from '../../../rules/text.ts'
import { systemActor } from '../../platform/actor.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import { readableFields, writableFields } from '../allowedFields.ts'
import { detailRows } from '../details/detailRows.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { unsealRows } from '../masks/maskedRows.ts'
import { unmaskTexts } from '../masks/maskedTexts.ts'
import { isMaskedEcho } from '../masks/present.ts'
import { type FieldModel, hasApprovalFields } from '../model.ts'
import { acceptRichText } from '../richText/richText.ts'
import { isSame } from '../sameValue.ts'
import type { PreparedCall } from '../services.ts'
import { enteredTexts } from '../validation/enteredText.ts'

/** The body of a request, split into fields of the record and members that only a hook knows. */
export interface RecordInput {
  readonly values: RecordValues
  readonly extra: RecordValues
}

/**
 * Reads the body of a create. `undefined` counts as not sent, '' as empty.
 *
 * @throws 400 with a text for every name that no create form fills in
 */
export function readCreateInput(prepared: PreparedCall, body: RecordValues): RecordInput {
  const refusal = ({ title }: FieldModel, value: unknown) => (value === null ? null : `${title} 由系統產生，不可輸入`)
  return readInput(prepared, body, { refusal })
}

/**
 * Reads the body of an update, and keeps only what differs from the stored record. A form may send whole records back, so a field that it
 * does not fill in is refused only when its value differs.
 *
 * @throws 400 with a text for every changed field that no edit form fills in, and for unknown names
 */
export function readUpdateInput(prepared: PreparedCall, body: RecordValues, before: StoredRecord): RecordInput {
  const refusal = (field: FieldModel, value: unknown) =>
    isEcho(prepared, field, before[field.name], value) ? null : `${field.title} 不可修改`
  const input = readInput(prepared, body, { stored: before, refusal })
  const changed = Object.entries(input.values).filter(([name, value]) => {
    const field = prepared.model.fields.get(name)
    return !isSame(before[name], value) && !(field && isMaskedEcho(field, before[name], value))
  })
  return { values: Object.fromEntries(changed), extra: input.extra }
}

/** True for what a form was sent, and sends back. What it never had is no echo, even when it is right: nobody may guess it here. */
function isEcho({ call, model }: PreparedCall, field: FieldModel, stored: unknown, value: unknown): boolean {
  if (isMaskedEcho(field, stored, value)) return true
  const isSent = call.screen === null || !isMasked(field.property) || (stored ?? null) === null
  return isSent && readableFields(call.screen, model, 'record').has(field.name) && isSame(stored, value)
}

/** Effective date of a change that needs approval; accepted for every entity with such fields. */
const effectiveDate = 'effectiveDate'

interface ReadInputOptions {
  readonly stored?: StoredRecord
  /** Why a field that the forms do not fill in may not have a value; null for one that changes nothing. */
  readonly refusal: (field: FieldModel, value: unknown) => string | null
}

function readInput(prepared: PreparedCall, body: RecordValues, { stored, refusal }: ReadInputOptions): RecordInput {
  const { model, call, services } = prepared
  const mode = stored ? 'edit' : 'create'
  assertStorable(body)
  const writable = writableFields(call.screen, model, mode)
  const [values, extra, refused]: [RecordValues, RecordValues, Record<string, string>] = [{}, {}, {}]
  for (const [name, given] of Object.entries(body)) {
    if (given === undefined) continue
    const field = model.fields.get(name)
    const sent = field && call.screen ? unsealRows(field, given, services.rowKey) : given
    const besides = nameBesides(prepared, name, mode)
    const entered =
      field && withoutComputed(field, toValue(drawn(field, call.screen), sent, stored?.[name]), stored?.[name], call.screen === null)
    if (field && !writable.has(name)) {
      const text = refusal(field, entered)
      if (text !== null) refused[name] = text
    } else if (besides !== null) extra[besides] = sent
    else if (field) values[name] = call.screen ? unmaskTexts(field, entered, stored?.[name]) : entered
    else refused[name] = `未知的欄位「${name}」`
  }
  if (Object.keys(refused).length > 0) throw fieldsError(refused)
  return { values, extra }
}

/** The name by which hooks know a member that is not stored with the record; null for any other. */
function nameBesides({ model, hooks }: PreparedCall, name: string, mode: 'create' | 'edit'): string | null {
  const isField = model.fields.has(name)
  if (mode === 'edit' && isField && isChangeDate(model.entity, name)) return effectiveDate
  const isDate = name === effectiveDate && !isField && hasApprovalFields(model)
  return isDate || hooks.extraInput?.includes(name) === true ? name : null
}

/** The field as a form of the screen shows it: one may give a text more lines than its entity says. */
function drawn(field: FieldModel, screen: PreparedCall['call']['screen']): FieldModel {
  const hasLines = Object.values(screen?.forms ?? {}).some(({ fields }) => fields[field.name]?.widget === 'textarea')
  return hasLines ? { ...field, property: { ...field.property, 'x-widget': 'textarea' } } : field
}

/** What is sent back as it is stored is no change, even when it would be read differently today. */
function toValue(field: FieldModel, sent: unknown, stored: unknown): unknown {
  if (field.property['x-details'] !== undefined) return detailRows(field.property, sent)
  if ((stored ?? null) !== null && isSame(stored, sent)) return sent
  const value = enteredTexts(field.property, acceptRichText(field.name, field.property, sent))
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/**
 * Rows as sent, without what only the server computes. An unchanged row keeps its computed members; the tiers are numbered here, because
 * their form shows the numbers. Trusted calls may set them, but not what stands in other records.
 */
function withoutComputed({ property }: FieldModel, value: unknown, stored: unknown, isTrusted: boolean): unknown {
  const members = property.items?.properties ?? {}
  const isLeft = isTrusted ? readsOthers : (member: Property) => member['x-computed'] === true
  const computed = Object.keys(members).filter((name) => members[name] !== undefined && isLeft(members[name]))
  if (computed.length === 0 || !Array.isArray(value)) return value
  const entered = (row: unknown) =>
    isRow(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name))) : row
  const known = Array.isArray(stored) ? stored : []
  const rows = value.map((row: unknown) => known.find((one: unknown) => isSame(entered(one), entered(row))) ?? entered(row))
  return property['x-widget'] === 'tiers' ? rows.map((row, index) => (isRow(row) ? { ...row, conditionSeq: index + 1 } : row)) : rows
}

function isRow(row: unknown): row is RecordValues {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

/**
 * @throws M18 for text that the database cannot store, at any depth; M06 for numbers beyond exact integers, and for a list with an empty
 * item, which the field rules would treat as absent
 */
export function assertStorable(value: unknown): void {
  if (typeof value === 'string' && !isStorableText(value)) throw apiError('M18')
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw apiError('M06', { title: '數字' })
  if (Array.isArray(value) && value.some((one) => one === null || one === undefined)) throw apiError('M06', { title: '清單' })
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    assertStorable(name)
    assertStorable(inner)
  }
}

/** Adds the document's defaults for fields that were not sent. What was sent empty stays empty. */
export function withDefaults(prepared: PreparedCall, values: RecordValues): RecordValues {
  const defaults = [...prepared.model.fields.values()]
    .map((field) => [field.name, defaultOf(prepared, field)] as const)
    .filter(([name, value]) => value !== undefined && values[name] === undefined)
  return { ...Object.fromEntries(defaults), ...values }
}

/** What the document gives a new record of this actor; undefined for nothing. */
export function defaultOf({ call, scope }: PreparedCall, { property }: Pick<FieldModel, 'property'>): unknown {
  return property.default ?? ownAccount(property, call.actor.id === systemActor.id ? undefined : scope.user)
}
