import { addDays, addMonths, daysBetween, isDate, isDateTime, taipeiDate } from '../../rules/dates.ts'
import {
  compareFractions,
  decimalText,
  type Fraction,
  fractionOf,
  negative,
  over,
  plus,
  rounded,
  times,
  unitsOf,
  zero,
} from '../../rules/fraction.ts'
import type { Property } from '../documents/entity.ts'
import { type DateUnit, type Formula, isFormula, isPath, type Operand, type Operator, operationOf } from '../documents/formula.ts'
import type { Predicate } from '../documents/predicate.ts'
import { evaluate } from '../predicate/predicate.ts'

type Values = Readonly<Record<string, unknown>>

/** A value inside a formula. Dates are texts `YYYY-MM-DD`; null is empty. */
type Value = Fraction | string | boolean | null

/** Why a formula has no result although nothing is missing. */
export type FormulaNote = 'divisionByZero' | 'tooLarge' | 'tooLong' | 'noDate'

export const noteTexts: { readonly [Note in FormulaNote]: string } = {
  divisionByZero: '除數為 0，無法計算',
  tooLarge: '數字太大，無法計算',
  tooLong: '文字太長',
  noDate: '日期超出範圍',
}

/** A record with one of these is not stored: the result exists, and the field cannot hold it. */
export const refusedNotes: ReadonlySet<FormulaNote> = new Set<FormulaNote>(['tooLarge', 'tooLong'])

/** The value to store, null for empty. */
export interface FormulaResult {
  readonly value: string | number | boolean | null
  readonly note?: FormulaNote
}

/** Numbers have at most fifteen digits, the most that JSON carries exactly whatever the decimal point. */
const unitsMax = 10n ** 15n
/** More decimals than a checked formula without division can have. */
export const decimalsMax = 20
const textMax = 2000
/** Steps that are certain to lead beyond the calendar. */
const stepsMax: { readonly [Unit in DateUnit]: number } = { days: 1_000_000, months: 20_000, years: 2_000 }

/**
 * Calculates a formula for one row: in the browser while somebody types, and by the server for what it stores. An empty operand makes the
 * result empty; `$sum`, `$count`, `$min`, `$max` and `$concat` skip it. Numbers are exact fractions, so the result is rounded only where the
 * formula says so.
 *
 * @param property the field of the result: its type, decimals and length
 * @param row the record, or a row of a list
 */
export function evaluateFormula(formula: Formula, property: Property, row: Values): FormulaResult {
  const notes: FormulaNote[] = []
  const result = resultOf(operandValue(formula, { row, notes }), property)
  if (result.value !== null || result.note !== undefined) return result
  const [note] = notes
  return note === undefined ? result : { ...result, note }
}

function resultOf(value: Value, property: Property): FormulaResult {
  if (value === null || value === '') return { value: null }
  if (typeof value === 'boolean') return { value: property.type === 'boolean' ? value : null }
  if (typeof value === 'string') return property.type === 'string' ? textResult(value, property) : { value: null }
  if (property.type !== 'integer' && property.type !== 'number') return { value: null }
  // Only a record that was stored under other rules has more decimals than the checker has allowed for.
  const exact = rounded(value, property.type === 'integer' ? 0 : (property['x-decimals'] ?? 0))
  if (exact.numerator >= unitsMax || exact.numerator <= -unitsMax) return { value: null, note: 'tooLarge' }
  return { value: Number(decimalText(exact)) }
}

function textResult(value: string, { format, maxLength = textMax }: Property): FormulaResult {
  if (format === 'date') return isDate(value) ? { value } : { value: null }
  return Array.from(value).length > maxLength ? { value: null, note: 'tooLong' } : { value }
}

interface Scope {
  readonly row: Values
  readonly notes: FormulaNote[]
}

function operandValue(operand: Operand, scope: Scope): Value {
  if (typeof operand === 'number') return fractionOf(operand)
  if (isFormula(operand)) {
    const [operator, given] = operationOf(operand)
    return operations[operator](given, scope)
  }
  return isPath(operand) ? read(scope.row, operand.split('.').slice(1)) : operand
}

/** A value of the row. Only own properties are read, so that `row.constructor` is empty. */
function read(row: Values, [field = '']: readonly string[]): Value {
  const value = Object.hasOwn(row, field) ? row[field] : undefined
  if (typeof value === 'number') return fractionOf(value)
  return (typeof value === 'string' && value !== '') || typeof value === 'boolean' ? value : null
}

const operations: { readonly [Name in Operator]: (given: unknown, scope: Scope) => Value } = {
  $add: (given, scope) => chain(given, scope, plus),
  $sub: (given, scope) => pair(numbersOf(given, scope), (left, right) => plus(left, negative(right))),
  $mul: (given, scope) => chain(given, scope, times),
  $div: (given, scope) => pair(numbersOf(given, scope), (left, right) => over(left, right) ?? nothing(scope, 'divisionByZero')),
  $round: (given, scope) => {
    const [operand, decimals] = given as readonly [Operand, number]
    const value = operandValue(operand, scope)
    return isNumber(value) ? rounded(value, decimals) : null
  },
  $sum: (given, scope) => filled(given, scope).filter(isNumber).reduce(plus, zero),
  $min: (given, scope) => extreme(filled(given, scope), -1),
  $max: (given, scope) => extreme(filled(given, scope), 1),
  $count: (given, scope) => ({ numerator: BigInt(membersOf(given as string, scope).length), denominator: 1n }),
  $if: (given, scope) => {
    const [condition, whole, other] = given as readonly [Predicate, Operand, Operand?]
    const chosen = evaluate(condition, { row: scope.row }) ? whole : other
    return chosen === undefined ? null : operandValue(chosen, scope)
  },
  $concat: (given, scope) => (given as readonly Operand[]).map((operand) => writtenOf(operandValue(operand, scope))).join(''),
  $date: (given, scope) => {
    const [from, amount = 0, unit = 'days'] = given as readonly [Operand, Operand?, DateUnit?]
    const day = dayOf(operandValue(from, scope))
    const steps = operandValue(amount, scope)
    return day === null || !isNumber(steps) ? null : later(day, steps, unit, scope)
  },
  $days: (given, scope) => {
    const [from, to] = (given as readonly Operand[]).map((operand) => dayOf(operandValue(operand, scope)))
    return from && to ? { numerator: BigInt(daysBetween(from, to)), denominator: 1n } : null
  },
}

function nothing({ notes }: Scope, note: FormulaNote): null {
  notes.push(note)
  return null
}

function isNumber(value: Value): value is Fraction {
  return typeof value === 'object' && value !== null
}

function numbersOf(given: unknown, scope: Scope): readonly (Fraction | null)[] {
  return (given as readonly Operand[]).map((operand) => {
    const value = operandValue(operand, scope)
    return isNumber(value) ? value : null
  })
}

function chain(given: unknown, scope: Scope, join: (left: Fraction, right: Fraction) => Fraction): Fraction | null {
  return numbersOf(given, scope).reduce((left, right) => (left === null || right === null ? null : join(left, right)))
}

function pair([left, right]: readonly (Fraction | null | undefined)[], join: (left: Fraction, right: Fraction) => Fraction | null) {
  return left && right ? join(left, right) : null
}

/** The values that are not empty: of operands, or of a field of the rows of a list. */
function filled(given: unknown, scope: Scope): readonly Exclude<Value, null>[] {
  const values =
    typeof given === 'string' ? membersOf(given, scope) : (given as readonly Operand[]).map((operand) => operandValue(operand, scope))
  return values.filter((value) => value !== null)
}

/** The rows of `row.lines` (each counts), or the values of `row.lines.amount` that are not empty. */
function membersOf(path: string, { row }: Scope): readonly Exclude<Value, null>[] {
  const [, list = '', member] = path.split('.')
  const rows = Object.hasOwn(row, list) ? row[list] : undefined
  if (!Array.isArray(rows)) return []
  if (member === undefined) return rows.map(() => true)
  return rows.flatMap((one: unknown) => {
    const value = typeof one === 'object' && one !== null ? read(one as Values, [member]) : null
    return value === null ? [] : [value]
  })
}

/** The smallest (-1) or largest (1) of numbers or of dates. */
function extreme(values: readonly Exclude<Value, null>[], direction: -1 | 1): Value {
  const numbers = values.filter(isNumber)
  if (numbers.length > 0) return numbers.reduce((best, one) => (compareFractions(one, best) * direction > 0 ? one : best))
  const days = values.map(dayOf).filter((day) => day !== null)
  const [first, ...others] = days
  return first === undefined ? null : others.reduce((best, one) => (one < best === direction < 0 ? one : best), first)
}

function writtenOf(value: Value): string {
  if (value === null) return ''
  return isNumber(value) ? decimalText(rounded(value, decimalsMax)) : String(value)
}

/** The day of a date, or that of an instant in Taipei. */
function dayOf(value: Value): string | null {
  if (typeof value !== 'string') return null
  if (isDate(value)) return value
  return isDateTime(value) ? taipeiDate(new Date(value)) : null
}

function later(day: string, amount: Fraction, unit: DateUnit, scope: Scope): string | null {
  const steps = Number(unitsOf(amount, 0))
  if (Math.abs(steps) > stepsMax[unit]) return nothing(scope, 'noDate')
  const date = unit === 'days' ? addDays(day, steps) : addMonths(day, unit === 'months' ? steps : steps * 12)
  return isDate(date) ? date : nothing(scope, 'noDate')
}
