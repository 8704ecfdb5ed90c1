import type { Property } from '../documents/entity.ts'
import type { Formula } from '../documents/formula.ts'
import { evaluateFormula, type FormulaNote } from './evaluateFormula.ts'
import { formulaPaths } from './formulaPaths.ts'

type Values = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Property>>

export interface FieldFormula {
  readonly field: string
  readonly property: Property
  readonly formula: Formula
}

/** The formulas of an entity, or of a form, in the order in which they can be calculated. */
export interface RecordFormulas {
  readonly lists: readonly { readonly list: string; readonly formulas: readonly FieldFormula[] }[]
  readonly fields: readonly FieldFormula[]
}

export interface Calculated {
  /** Values of the fields with a formula (null: empty), and lists whose rows have formulas. */
  readonly values: Values
  /** Why a field is empty, by path: `total`, `lines.0.amount`. */
  readonly notes: Readonly<Record<string, FormulaNote>>
}

const known = new WeakMap<Properties, RecordFormulas>()

/** @param properties of the entity; the same object gives the same answer */
export function formulasOf(properties: Properties): RecordFormulas {
  const before = known.get(properties)
  if (before) return before
  const lists = Object.entries(properties).flatMap(([list, { items }]) => {
    const formulas = inOrder(formulaFields(items?.properties ?? {}))
    return formulas.length === 0 ? [] : [{ list, formulas }]
  })
  const formulas = { lists, fields: inOrder(formulaFields(properties)) }
  known.set(properties, formulas)
  return formulas
}

export function hasFormulas({ lists, fields }: RecordFormulas): boolean {
  return lists.length > 0 || fields.length > 0
}

export function formulaFields(properties: Properties): readonly FieldFormula[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const formula = property['x-formula']
    return formula === undefined ? [] : [{ field, property, formula }]
  })
}

/** Each formula after those whose result it reads. The checker refuses a circle; here it would only lose its order. */
function inOrder(formulas: readonly FieldFormula[]): readonly FieldFormula[] {
  const byField = new Map(formulas.map((one) => [one.field, one]))
  const ordered = new Set<FieldFormula>()
  const entered = new Set<string>()
  const add = (one: FieldFormula): void => {
    if (entered.has(one.field)) return
    entered.add(one.field)
    for (const [field = ''] of formulaPaths(one.formula)) {
      const needed = byField.get(field)
      if (needed) add(needed)
    }
    ordered.add(one)
  }
  for (const one of formulas) add(one)
  return [...ordered]
}

/**
 * Calculates all formulas of a record from its other values. What the record has in their place counts for nothing, so nobody can send a
 * result.
 */
export function calculate(formulas: RecordFormulas, record: Values): Calculated {
  const notes: Record<string, FormulaNote> = {}
  const values: Record<string, unknown> = {}
  for (const { list, formulas: ofRows } of formulas.lists) {
    const rows = record[list]
    if (!Array.isArray(rows)) continue
    values[list] = rows.map((row: unknown, index) => (isRow(row) ? calculatedRow(ofRows, row, `${list}.${index}.`, notes) : row))
  }
  const whole: Record<string, unknown> = { ...record, ...values }
  for (const { field, property, formula } of formulas.fields) {
    const { value, note } = evaluateFormula(formula, property, whole)
    if (note !== undefined) notes[field] = note
    values[field] = value
    whole[field] = value
  }
  return { values, notes }
}

/** The record with the results of its formulas. */
export function withFormulas(formulas: RecordFormulas, record: Values): Values {
  return hasFormulas(formulas) ? { ...record, ...calculate(formulas, record).values } : record
}

/** The row with the results of its formulas; an empty one is left out, as in rows that are stored. The same row when nothing changes. */
function calculatedRow(formulas: readonly FieldFormula[], row: Values, place: string, notes: Record<string, FormulaNote>): Values {
  let whole = row
  for (const { field, property, formula } of formulas) {
    const { value, note } = evaluateFormula(formula, property, whole)
    if (note !== undefined) notes[`${place}${field}`] = note
    if ((whole[field] ?? null) === value) continue
    const { [field]: _former, ...others } = whole
    whole = value === null ? others : { ...others, [field]: value }
  }
  return whole
}

function isRow(row: unknown): row is Values {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}
