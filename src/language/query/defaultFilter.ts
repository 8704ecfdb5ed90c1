import { addDays, addMonths, monthOf } from '../../rules/dates.ts'
import type { ResolvedFilter } from '../resolved.ts'
import type { ListFilter } from './listQueryFilters.ts'

/**
 * Defaults that depend on the current day: `{"lastDays": 7}` is a range that ends today, `{"monthsAgo": 1}` the previous month (yyyyMM).
 */
const movingDefaults = ['lastDays', 'monthsAgo'] as const
export type MovingDefault = (typeof movingDefaults)[number]

/** The moving default in a document; null for any other value. */
export function movingDefault(value: unknown): { readonly kind: MovingDefault; readonly count: number } | null {
  if (typeof value !== 'object' || value === null) return null
  const [[key, count] = [], ...others] = Object.entries(value)
  const kind = movingDefaults.find((name) => name === key)
  if (kind === undefined || others.length > 0 || !Number.isSafeInteger(count) || count < (kind === 'lastDays' ? 1 : 0)) return null
  return { kind, count }
}

/**
 * The initial value of a filter; null when its document has no default.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export function defaultFilter({ default: value, field, op }: ResolvedFilter, today: string): ListFilter | null {
  const moving = movingDefault(value)
  if (moving?.kind === 'lastDays') return { field, op: 'between', values: [addDays(today, 1 - moving.count), today] }
  if (moving?.kind === 'monthsAgo') return { field, op, values: [monthOf(addMonths(`${today.slice(0, 7)}-01`, -moving.count))] }
  const values = (Array.isArray(value) ? value : [value]).filter(isPlain)
  return values.length === 0 ? null : { field, op, values }
}

/** Adds an empty parameter for every default that an address does not mention, which would come back otherwise; a required one does. */
export function liftDefaults(params: URLSearchParams, filters: readonly ResolvedFilter[]): void {
  for (const filter of filters)
    if (filter.default !== undefined && !filter.required && !isMentioned(filter, params)) params.set(emptyParam(filter), '')
}

/** True when an address has a parameter of a filter, perhaps an empty one. */
export function isMentioned(filter: ResolvedFilter, params: URLSearchParams): boolean {
  const names = [filter.field, `${filter.field}From`, `${filter.field}To`, ...filter.ops.map((op) => `${filter.field}.${op}`)]
  return names.some((name) => params.has(name))
}

/** True for a filter that takes a range of days, or a month. */
export function takesRange({ kind, op }: ResolvedFilter): boolean {
  return kind === 'month' || ((kind === 'date' || kind === 'dateTime') && op === 'between')
}

/** The parameter of a filter that means no restriction when it is empty. */
export function emptyParam(filter: ResolvedFilter): string {
  return filter.op === 'between' ? `${filter.field}From` : filter.field
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
