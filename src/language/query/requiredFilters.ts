import type { ResolvedFilter } from '../resolved.ts'
import type { ListFilter } from './listQueryFilters.ts'

/** True when the query has a unique number (`identifies`), so that no date range is needed. */
function isIdentified(declared: readonly ResolvedFilter[], given: readonly ListFilter[]): boolean {
  return declared.some((filter) => filter.identifies === true && given.some((one) => one.field === filter.field && one.op === 'eq'))
}

/** Filters that are left out, with their defaults, beside an exact unique number: the date ranges that limit a list. */
export function liftedFilters(declared: readonly ResolvedFilter[], given: readonly ListFilter[]): readonly ResolvedFilter[] {
  return isIdentified(declared, given) ? declared.filter(isBoundingRange) : []
}

/** True for a date range that limits a list: a required one, or one with a maximum length. */
function isBoundingRange({ required, maxDays, op, kind }: ResolvedFilter): boolean {
  return (required || maxDays !== undefined) && op === 'between' && (kind === 'date' || kind === 'dateTime')
}
