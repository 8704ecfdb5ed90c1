import { afterDayText, isAfter } from '../../rules/afterDay.ts'
import { isDate, isDateTime } from '../../rules/dates.ts'
import { message } from '../../rules/messages.ts'
import { type DecimalPlaces, decimalPlacesText, hasDecimalPlaces } from '../../rules/numbers.ts'
import { duplicateTier } from '../../rules/tiers.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { evaluateFormula, noteTexts, refusedNotes } from '../formula/evaluateFormula.ts'
import { compareText, isEmpty, type PredicateScope } from '../predicate/predicate.ts'
import { resolveField } from '../resolve/fields.ts'
import { fieldStates, type RuleField } from './fieldStates.ts'

/** Texts by field (in rows with dots: `members.0.joinDate`). */
export type FieldTexts = Readonly<Record<string, string>>

type Values = Readonly<Record<string, unknown>>

/**
 * Checks the rules of a record that JSON Schema cannot express: conditional requirements, order of dates, decimals, repeated thresholds.
 * The errors of the schema come from `localizeErrors`; both together are what a form shows and the API refuses.
 *
 * @param fields of the form, or {@link rulesOfEntity} where there is no form
 * @param values the whole record as it would be stored; '' and null count as empty
 * @returns texts by field; empty for a valid record. Hidden fields have none
 */
export function validateRecord(
  fields: Readonly<Record<string, RuleField>>,
  values: Values,
  scope: Omit<PredicateScope, 'form'>,
): FieldTexts {
  const states = fieldStates(fields, values, scope)
  const siblings = Object.fromEntries(Object.values(fields).map((one) => [one.field, one.property]))
  const texts: Record<string, string> = {}
  for (const field of Object.values(fields)) {
    const state = states.get(field.field)
    if (state?.visible === false) continue
    const value = values[field.field]
    const unfit = formulaProblem(field.property, values)
    if (unfit !== null) texts[field.field] = unfit
    if (isEmpty(value) || isBlank(value)) {
      if (state?.required === true) texts[field.field] = message('M05', { title: field.title })
      continue
    }
    const text = valueProblem(value, field.property, values, siblings)
    if (text !== null) texts[field.field] = text
    Object.assign(texts, rowProblems(field, value))
  }
  return texts
}

/** The rules of an entity without a form: every writable field, with the entity's own conditions. */
export function rulesOfEntity(entity: Entity, mode: 'create' | 'edit'): Readonly<Record<string, RuleField>> {
  const entries = Object.entries(entity.properties).map(([field, property]) => {
    const required = entity.required?.includes(field) ?? false
    return [field, resolveField(field, property, { mode, required, conditions: entity.when?.[field] })] as const
  })
  return Object.fromEntries(entries)
}

/** A result that the field cannot hold. Without a result for another reason the field is just empty. */
function formulaProblem(property: Property, values: Values): string | null {
  const formula = property['x-formula']
  const note = formula && evaluateFormula(formula, property, values).note
  return note !== undefined && refusedNotes.has(note) ? noteTexts[note] : null
}

function valueProblem(value: unknown, property: Property, values: Values, siblings: Readonly<Record<string, Property>>): string | null {
  const decimals = property['x-decimals']
  if (decimals !== undefined && typeof value === 'number' && !hasDecimalPlaces(value, decimals as DecimalPlaces)) {
    return decimalPlacesText(decimals as DecimalPlaces)
  }
  const after = property['x-after'] === undefined ? undefined : values[property['x-after']]
  if (isTime(value) && isTime(after) && !isAfter(value, after)) return afterDayText(after)
  const start = property['x-notBefore']
  return start === undefined ? null : notBeforeProblem(value, values[start], siblings[start]?.title ?? start)
}

/** M14 for dates, times and months; for numbers, the text says what they must reach. */
function notBeforeProblem(value: unknown, start: unknown, startTitle: string): string | null {
  if (typeof value === 'number' && typeof start === 'number') return value < start ? `不可小於${startTitle}` : null
  if (typeof value !== 'string' || typeof start !== 'string' || start === '') return null
  return compareText(value, start) < 0 ? message('M14') : null
}

/** True for text of blanks only, which does not count as a value. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && (isDate(value) || isDateTime(value))
}

function rowProblems(field: RuleField, value: unknown): FieldTexts {
  const item = field.property.items
  const members = item?.properties
  if (members === undefined || !Array.isArray(value)) return {}
  const texts: Record<string, string> = {}
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null) continue
    for (const [name, property] of Object.entries(members)) {
      const path = `${field.field}.${index}.${name}`
      const content = (row as Values)[name]
      const title = property.title ?? name
      const unfit = formulaProblem(property, row as Values)
      if (unfit !== null) texts[path] = unfit
      if (!isEmpty(content) && !isBlank(content)) {
        const text = valueProblem(content, property, row as Values, members)
        if (text !== null) texts[path] = text
      } else if (item?.required?.includes(name) && property['x-computed'] !== true) texts[path] = message('M05', { title })
    }
  }
  return { ...texts, ...tierProblem(field, value) }
}

function tierProblem(field: RuleField, rows: readonly { readonly conditionPoint?: unknown }[]): FieldTexts {
  if (field.property['x-widget'] !== 'tiers') return {}
  const index = duplicateTier(rows)
  return index === null ? {} : { [`${field.field}.${index}.conditionPoint`]: message('M20') }
}
