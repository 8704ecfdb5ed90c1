import { deepEquals } from '@rjsf/utils'
import { todayInTaipei } from '../../../client/format.ts'
import { type Calculated, calculate, formulasOf, withFormulas } from '../../../language/formula/recordFormulas.ts'
import type { UserScope } from '../../../language/predicate/predicate.ts'
import { type FieldState, fieldStates } from '../../../language/record/fieldStates.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { ownAccount } from '../../../language/rights/ownAccount.ts'
import { editableFields, type FormDefinition } from './formDefinition.ts'
import type { FormScope, FormValues } from './formScope.ts'

/** True when nothing is entered: absent, null, empty text and empty list are equal inside a form. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** True when two values mean the same to a user: both empty, or equal by content. */
export function sameValue(left: unknown, right: unknown): boolean {
  return isEmptyValue(left) ? isEmptyValue(right) : deepEquals(left, right)
}

/** The entered values of a stored record: fields of the form that are not empty. */
export function valuesOfRecord(definition: Pick<FormDefinition, 'schema'>, record: FormValues): FormValues {
  const entries = editableFields(definition).map((name) => [name, record[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => !isEmptyValue(value)))
}

/** Initial values of a new record: the defaults of the properties, replaced by given values (of a copied record). */
export function valuesOfNew(definition: FormDefinition, given: FormValues, user: UserScope): FormValues {
  const defaults = Object.fromEntries(Object.values(definition.fields).map((field) => [field.field, defaultOf(field, user)]))
  const locked = Object.values(definition.fields).filter(({ isScope, readonly }) => isScope === true && readonly)
  const own = Object.fromEntries(locked.map((field) => [field.field, defaultOf(field, user)]))
  return valuesOfRecord(definition, { ...defaults, ...valuesOfRecord(definition, given), ...own })
}

function defaultOf({ property, widget }: ResolvedField, user: UserScope): unknown {
  if (property.default !== undefined) return property.default
  if (property['x-me'] === true) return ownAccount(property, user)
  if (property['x-today'] === true) return todayInTaipei()
  // A switch shows 否 from the start, so its value is false.
  if (widget === 'switch') return false
  // The first tier cannot be removed (specification 4), so a new record has it from the start.
  return widget === 'tiers' ? [{ conditionSeq: 1, conditionPoint: 0, discountRate: 0 }] : undefined
}

/** All values that a form shows: entered ones, stored ones that cannot be entered, and results of formulas. Conditions can read all of them. */
export function wholeValues(
  definition: Pick<FormDefinition, 'schema' | 'fields' | 'formulas'>,
  values: FormValues,
  record: FormValues | undefined,
): FormValues {
  const whole = withStored(definition, values, record)
  return definition.formulas === undefined ? whole : withFormulas(formulasOf(definition.formulas), whole)
}

function withStored(definition: Pick<FormDefinition, 'schema'>, values: FormValues, record: FormValues | undefined): FormValues {
  if (record === undefined) return values
  const editable = new Set(editableFields(definition))
  const stored = Object.keys(record).filter((name) => !editable.has(name))
  return { ...Object.fromEntries(stored.map((name) => [name, record[name]])), ...values }
}

const nothingCalculated: Calculated = { values: {}, notes: {} }

/**
 * The results of formulas as they will be stored: a hidden field counts as what is stored of it, or as nothing.
 *
 * @param whole all values of the form
 */
export function shownFormulas(
  definition: Pick<FormDefinition, 'schema' | 'fields' | 'formulas'>,
  whole: FormValues,
  states: ReadonlyMap<string, FieldState>,
  record: FormValues | undefined,
): Calculated {
  if (definition.formulas === undefined) return nothingCalculated
  const hidden = editableFields(definition).filter(
    (name) => states.get(name)?.visible === false && definition.fields[name]?.onHidden !== 'keep',
  )
  const settled = hidden.map((name) => [name, definition.fields[name]?.onHidden === 'omit' ? record?.[name] : undefined])
  return calculate(formulasOf(definition.formulas), { ...whole, ...Object.fromEntries(settled) })
}

/** Names of the fields whose entered value differs from the stored one. */
export function changedFields(definition: Pick<FormDefinition, 'schema'>, base: FormValues, values: FormValues): readonly string[] {
  return editableFields(definition).filter((name) => !sameValue(base[name], values[name]))
}

/** The body of a create: what is entered, and what was emptied of that which the server would fill in where it is not sent. */
export function createBody(definition: FormDefinition, values: FormValues, scope: FormScope): Record<string, unknown> {
  const emptied = declined(definition, values, scope).map((name) => [name, emptyOf(definition, name)] as const)
  return { ...Object.fromEntries(emptied), ...enteredBody(definition, values, scope) }
}

/** All entered values, without hidden fields that do not keep theirs. */
export function enteredBody(definition: FormDefinition, values: FormValues, scope: FormScope): Record<string, unknown> {
  const settled = settledValues(definition, values, {}, scope)
  const filled = Object.entries(settled).filter(([, value]) => !isEmptyValue(value))
  return Object.fromEntries(filled.map(([name, value]) => [name, enteredValue(definition, name, value)]))
}

/** Shown fields that started with a default or the own account, and were emptied. */
function declined(definition: FormDefinition, values: FormValues, scope: FormScope): readonly string[] {
  const offered = editableFields(definition).filter((name) => {
    const property = definition.fields[name]?.property
    return property !== undefined && isEmptyValue(values[name]) && !isEmptyValue(property.default ?? ownAccount(property, scope.user))
  })
  if (offered.length === 0) return offered
  const states = fieldStates(definition.fields, wholeValues(definition, values, scope.row), scope)
  return offered.filter((name) => states.get(name)?.visible !== false && states.get(name)?.readonly !== true)
}

/**
 * The body of an update: only what differs from the stored record, so that masked values and fields outside the form are never written. A
 * cleared field is sent as null, a cleared list as an empty list.
 */
export function updateBody(definition: FormDefinition, values: FormValues, base: FormValues, scope: FormScope): Record<string, unknown> {
  const settled = settledValues(definition, values, base, scope)
  return Object.fromEntries(
    changedFields(definition, base, settled).map((name) => [
      name,
      isEmptyValue(settled[name]) ? emptyOf(definition, name) : enteredValue(definition, name, settled[name]),
    ]),
  )
}

/** Rows without what they show of the records that they name: nobody has entered that. */
function enteredValue({ fields }: Pick<FormDefinition, 'fields'>, name: string, value: unknown): unknown {
  const references = Object.values(fields[name]?.items ?? {}).flatMap(({ reference }) => reference ?? [])
  const shown = new Set(references.flatMap((one) => [...one.shows, ...(one.name === undefined ? [] : [one.name])]))
  if (shown.size === 0 || !Array.isArray(value)) return value
  return value.map((row: unknown) =>
    typeof row === 'object' && row !== null ? Object.fromEntries(Object.entries(row).filter(([member]) => !shown.has(member))) : row,
  )
}

/**
 * The entered values of a stored record, with the stored value in every field that another entry has locked since it was changed: the server
 * refuses a change of it. Each round may lock further fields, at most all.
 */
export function withLockedRestored(
  definition: Pick<FormDefinition, 'schema' | 'fields' | 'formulas'>,
  entered: FormValues,
  scope: FormScope,
): FormValues {
  const { row } = scope
  if (row === undefined) return entered
  const names = editableFields(definition)
  let values = entered
  for (let round = 0; round < names.length; round += 1) {
    const states = fieldStates(definition.fields, wholeValues(definition, values, row), scope)
    const locked = names.filter((name) => states.get(name)?.readonly === true && !sameValue(values[name], row[name]))
    if (locked.length === 0) break
    values = { ...values, ...Object.fromEntries(locked.map((name) => [name, isEmptyValue(row[name]) ? undefined : row[name]])) }
  }
  return values
}

/** Applies `onHidden`: an omitted field keeps its stored value, a cleared one is empty. */
function settledValues(definition: FormDefinition, entered: FormValues, base: FormValues, scope: FormScope): FormValues {
  const values = withLockedRestored(definition, entered, scope)
  const states = fieldStates(definition.fields, wholeValues(definition, values, scope.row), scope)
  const entries = editableFields(definition).map((name) => {
    const onHidden = states.get(name)?.visible === false ? definition.fields[name]?.onHidden : 'keep'
    return [name, onHidden === 'omit' ? base[name] : onHidden === 'clear' ? undefined : values[name]] as const
  })
  return Object.fromEntries(entries)
}

function emptyOf(definition: FormDefinition, name: string): null | readonly [] {
  return definition.fields[name]?.property.type === 'array' ? [] : null
}
