import { isChangeDate } from '../../language/changeDecisions.ts'
import { isStorableText } from '../../rules/text.ts'
import { apiError, fieldsError } from '../platform/errors.ts'
import { writableFields } from './allowedFields.ts'
import { detailRows } from './details/detailRows.ts'
import type { RecordValues, StoredRecord } from './hooks.ts'
import { unsealRows } from './maskedRows.ts'
import { type FieldModel, hasApprovalFields } from './model.ts'
import { isMaskedEcho } from './present.ts'
import { acceptRichText } from './richText.ts'
import { isSame } from './sameValue.ts'
import type { PreparedCall } from './services.ts'

/** The body of a request, split into fields of the record and members that only a hook knows. */
export interface RecordInput {
  readonly values: RecordValues
  readonly extra: RecordValues
}

/**
 * Reads the body of a create. `undefined` counts as not sent, '' as empty.
 *
 * @throws 400 for names that no create form has, and for computed fields
 */
export function readCreateInput(prepared: PreparedCall, body: RecordValues): RecordInput {
  const readonlyRule = (field: FieldModel, value: unknown) => {
    if (value === null) return 'skip'
    throw fieldsError({ [field.name]: `${field.title} 由系統產生，不可輸入` })
  }
  return readInput(prepared, body, { readonlyRule })
}

/**
 * Reads the body of an update, and keeps only what differs from the stored record. A form may send whole records back, so a computed or
 * immutable field is refused only when its value differs.
 *
 * @throws 400 for names that no edit form has, and for changed computed or immutable fields
 */
export function readUpdateInput(prepared: PreparedCall, body: RecordValues, before: StoredRecord): RecordInput {
  const readonlyRule = (field: FieldModel, value: unknown) => {
    if (isSame(before[field.name], value) || isMaskedEcho(field, before[field.name], value)) return 'skip'
    throw fieldsError({ [field.name]: `${field.title} 不可修改` })
  }
  const input = readInput(prepared, body, { stored: before, readonlyRule })
  const changed = Object.entries(input.values).filter(([name, value]) => {
    const field = prepared.model.fields.get(name)
    return !isSame(before[name], value) && !(field && isMaskedEcho(field, before[name], value))
  })
  return { values: Object.fromEntries(changed), extra: input.extra }
}

/** Effective date of a change that needs approval; accepted for every entity with such fields. */
const effectiveDate = 'effectiveDate'

type ReadonlyRule = (field: FieldModel, value: unknown) => string

interface ReadInputOptions {
  readonly stored?: StoredRecord
  readonly readonlyRule: ReadonlyRule
}

function readInput(prepared: PreparedCall, body: RecordValues, { stored, readonlyRule }: ReadInputOptions): RecordInput {
  const { model, hooks, call, services } = prepared
  const mode = stored ? 'edit' : 'create'
  assertStorable(body)
  const writable = writableFields(call.screen, model, mode)
  const values: RecordValues = {}
  const extra: RecordValues = {}
  for (const [name, given] of Object.entries(body)) {
    if (given === undefined) continue
    const field = model.fields.get(name)
    const sent = field && call.screen ? unsealRows(field, given, services.rowKey) : given
    if (mode === 'edit' && field && isChangeDate(model.entity, name)) extra[effectiveDate] = sent
    else if (hooks.extraInput?.includes(name) || (name === effectiveDate && !field && hasApprovalFields(model))) extra[name] = sent
    else if (!field) throw fieldsError({ [name]: `未知的欄位「${name}」` })
    else if (isLocked(field, mode, call.screen === null) || !writable.has(name)) readonlyRule(field, toValue(field, sent))
    else values[name] = withoutComputed(field, toValue(field, sent), stored?.[name], call.screen === null)
  }
  return { values, extra }
}

/** Trusted calls may set computed fields, because demo data has numbers and states of its own. */
function isLocked(field: FieldModel, mode: 'create' | 'edit', trusted: boolean): boolean {
  if (field.common) return true
  if (trusted) return false
  return field.property['x-computed'] === true || (mode === 'edit' && field.property['x-immutable'] === true)
}

function toValue(field: FieldModel, sent: unknown): unknown {
  if (field.property['x-details'] !== undefined) return detailRows(field.property, sent)
  const value = acceptRichText(field.name, field.property, sent)
  if (typeof value !== 'string') return value
  const text = toText(field, value)
  return text.trim() === '' ? null : text
}

/**
 * Rows as sent, without what only the server computes. An unchanged row keeps its computed members; the tiers are numbered here, because
 * their form shows the numbers. Trusted calls may set them.
 */
function withoutComputed({ property }: FieldModel, value: unknown, stored: unknown, isTrusted: boolean): unknown {
  const members = property.items?.properties ?? {}
  const computed = Object.keys(members).filter((name) => members[name]?.['x-computed'] === true)
  if (isTrusted || computed.length === 0 || !Array.isArray(value)) return value
  const entered = (row: unknown) =>
    isRow(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name))) : row
  const known = Array.isArray(stored) ? stored : []
  const rows = value.map((row: unknown) => known.find((one: unknown) => isSame(entered(one), entered(row))) ?? entered(row))
  return property['x-widget'] === 'tiers' ? rows.map((row, index) => (isRow(row) ? { ...row, conditionSeq: index + 1 } : row)) : rows
}

function isRow(row: unknown): row is RecordValues {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

/** Trims texts, because names that differ only by surrounding blanks look the same. Texts with a format and passwords are not trimmed. */
function toText({ property }: FieldModel, text: string): string {
  return property.format === undefined && property['x-mask'] !== 'secret' ? text.trim() : text
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

/** Adds the document's defaults for fields that were not sent. */
export function withDefaults(prepared: PreparedCall, values: RecordValues): RecordValues {
  const defaults = [...prepared.model.fields.values()]
    .filter((field) => field.property.default !== undefined && values[field.name] === undefined)
    .map((field) => [field.name, field.property.default])
  return { ...Object.fromEntries(defaults), ...values }
}
