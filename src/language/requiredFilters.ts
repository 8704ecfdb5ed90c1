import type { ListFilter } from './listQueryFilters.ts'
import type { ResolvedFilter } from './resolved.ts'

/** Whether a number of its own is asked for (`identifies`): what is looked for is named, whenever it was. */
function isIdentified(declared: readonly ResolvedFilter[], given: readonly ListFilter[]): boolean {
  return declared.some((filter) => filter.identifies === true && given.some((one) => one.field === filter.field && one.op === 'eq'))
}

/** Filters that are left out beside an exact unique number, with their default: the ranges of days that bound a list. */
export function liftedFilters(declared: readonly ResolvedFilter[], given: readonly ListFilter[]): readonly ResolvedFilter[] {
  return isIdentified(declared, given) ? declared.filter(isBoundingRange) : []
}

/** Ranges of days that bound a list: required ones, and those that may not be long. */
function isBoundingRange({ required, maxDays, op, kind }: ResolvedFilter): boolean {
  return (required || maxDays !== undefined) && op === 'between' && (kind === 'date' || kind === 'dateTime')
}
