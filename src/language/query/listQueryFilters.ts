import { asOneLine } from '../../rules/cleanText.ts'
import { isDate, isDateTime, isMonth } from '../../rules/dates.ts'
import { type FilterOp, filterOps } from '../documents/vocabulary.ts'
import { wholeValue } from '../entity/maskedFields.ts'
import type { ResolvedFilter } from '../resolved.ts'
import { opsOfKind } from './filterKinds.ts'

export type FilterValue = string | number | boolean

/** One condition of a list. */
export interface ListFilter {
  readonly field: string
  readonly op: FilterOp
  /** One value; for `in` one or more; for `between` exactly two, where null leaves that end open. */
  readonly values: readonly (FilterValue | null)[]
}

/** Conditions that hold together; one of several such groups has to hold. */
export type Alternative = readonly ListFilter[]

/** A refused parameter with a text for people. The server answers 400 with the first one. */
export interface QueryProblem {
  readonly name: string
  readonly text: string
}

const valueLengthMax = 200
const valuesMax = 200

type Part = { readonly filter: ResolvedFilter; readonly op: FilterOp; readonly end?: 'low' | 'high' }

/**
 * Parses the filters of a list: `field=v` with the filter's own operator, repeated `field` for `in`, `fieldFrom` / `fieldTo` for `between`,
 * `field.op=v` for other operators. Problems are reported for operators that the filter does not offer, unknown names, and values that do
 * not fit; for a masked field only a complete value fits.
 */
export function parseFilters(
  params: ReadonlyMap<string, readonly string[]>,
  declared: readonly ResolvedFilter[],
  problems: QueryProblem[],
): readonly ListFilter[] {
  const found = new Map<string, ListFilter>()
  for (const [name, texts] of params) {
    const given = texts.map((text) => asOneLine(text).trim()).filter((text) => text !== '')
    const part = findPart(name, given.length, declared)
    if (part === null) problems.push({ name, text: `未知的查詢參數「${name}」` })
    else if (given.length > 0) addFilter(found, { name, part, texts: given, problems })
  }
  return [...found.values()]
}

/**
 * True for a filter that can be combined with others: not the whole value of a masked field, and not a choice of which there is only one, which
 * says how the list is computed.
 */
export function canCombine({ lookup, op, ops, kind }: ResolvedFilter): boolean {
  return lookup === undefined && !(op === 'eq' && opsOfKind[kind].includes('in') && !ops.includes('in'))
}

/** Most groups of which one has to hold. */
export const alternativesMax = 5
/** Most conditions of a group. */
export const conditionsMax = 10

/**
 * Parses groups of conditions, each written like the parameters of an address. All operators of a kind may be used. Masked fields cannot be
 * asked for: whoever combines them with others could find out a value step by step.
 */
export function parseAlternatives(
  texts: readonly string[],
  declared: readonly ResolvedFilter[],
  problems: QueryProblem[],
): readonly Alternative[] {
  const given = texts.filter((text) => text.trim() !== '')
  if (given.length > alternativesMax) problems.push({ name: 'any', text: `進階條件最多 ${alternativesMax} 組` })
  const open = declared.filter(canCombine).map((filter) => ({ ...filter, ops: opsOfKind[filter.kind] }))
  const groups = given.slice(0, alternativesMax).map((text) => {
    const params = new URLSearchParams(text)
    const entries = new Map([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
    const own: QueryProblem[] = []
    const group = parseFilters(entries, open, own)
    problems.push(...own.map((problem) => ({ ...problem, name: 'any', text: `進階條件：${problem.text}` })))
    if (group.length > conditionsMax) problems.push({ name: 'any', text: `進階條件每組最多 ${conditionsMax} 項` })
    // A group whose conditions are not all understood would find more than was asked for.
    return own.length === 0 ? group.slice(0, conditionsMax) : []
  })
  // Of several groups one that is empty would hold for every record.
  return groups.some((group) => group.length === 0) ? [] : groups
}

function findPart(name: string, count: number, declared: readonly ResolvedFilter[]): Part | null {
  const exact = declared.find((filter) => filter.field === name)
  if (exact !== undefined) {
    const op = count > 1 && exact.op === 'eq' ? 'in' : exact.op
    return op === 'between' || !allows(exact, op) ? null : { filter: exact, op }
  }
  for (const filter of declared) {
    if (!name.startsWith(filter.field)) continue
    const rest = name.slice(filter.field.length)
    if (rest === 'From' || rest === 'To')
      return allows(filter, 'between') ? { filter, op: 'between', end: rest === 'From' ? 'low' : 'high' } : null
    const op = filterOps.find((one) => rest === `.${one}`)
    if (op !== undefined && op !== 'between') return allows(filter, op) ? { filter, op } : null
  }
  return null
}

function allows(filter: ResolvedFilter, op: FilterOp): boolean {
  return filter.ops.includes(op)
}

interface AddFilterInput {
  readonly name: string
  readonly part: Part
  readonly texts: readonly string[]
  readonly problems: QueryProblem[]
}

function addFilter(found: Map<string, ListFilter>, { name, part, texts, problems }: AddFilterInput): void {
  const { filter, op, end } = part
  if (texts.length > (op === 'in' ? valuesMax : 1)) {
    problems.push({ name, text: `查詢參數「${name}」的值過多` })
    return
  }
  const { lookup } = filter
  const values = texts.map((text) => (lookup === undefined ? parseFilterValue(text, filter.kind) : wholeValue(lookup.mask, text)))
  if (values.includes(null)) {
    problems.push({ name, text: lookup === undefined ? `${filter.title} 格式錯誤` : `請輸入完整的${filter.title}` })
    return
  }
  const key = `${filter.field} ${op}`
  if (end === undefined) {
    found.set(key, { field: filter.field, op, values })
    return
  }
  const [low = null, high = null] = found.get(key)?.values ?? []
  const value = values[0] ?? null
  found.set(key, { field: filter.field, op, values: end === 'low' ? [value, high] : [low, value] })
}

/** A text of the URL as a value of the filter's kind; null when it does not fit. */
export function parseFilterValue(text: string, kind: ResolvedFilter['kind']): FilterValue | null {
  return readers[kind](text)
}

const readers: { readonly [Kind in ResolvedFilter['kind']]: (text: string) => FilterValue | null } = {
  text: (text) => (text.length <= valueLengthMax ? text : null),
  option: (text) => (text.length <= valueLengthMax ? text : null),
  number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  date: (text) => (isDate(text) ? text : null),
  /** A filter for an instant also accepts Taipei dates (meaning the whole day), because the date control gives these. */
  dateTime: (text) => (isDate(text) || isDateTime(text) ? text : null),
  month: (text) => (isMonth(text) ? text : null),
}
