import { addDays, addMonths, monthOf } from '../rules/dates.ts'
import type { ListFilter } from './listQueryFilters.ts'
import type { ResolvedFilter } from './resolved.ts'

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

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
