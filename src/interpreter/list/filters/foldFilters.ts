import type { ResolvedFilter } from '../../../language/resolved.ts'

/** Filters that fit in one row of a wide window, beside their buttons; a range counts twice. */
const foldedCells = 4

/** More cells than this take more than one row, buttons included. */
const unfoldedCells = 6

/** What is always shown, and what 更多條件 brings. */
export interface FoldedFilters {
  readonly first: readonly ResolvedFilter[]
  readonly rest: readonly ResolvedFilter[]
}

/** Parts the filters of a list, in their order; few filters are not parted, and a required one is never hidden. */
export function foldFilters(filters: readonly ResolvedFilter[]): FoldedFilters {
  if (cellsOf(filters) <= unfoldedCells) return { first: filters, rest: [] }
  const first: ResolvedFilter[] = []
  const rest: ResolvedFilter[] = []
  for (const filter of filters) {
    const fits = rest.length === 0 && cellsOf([...first, filter]) <= foldedCells
    if (filter.required || fits) first.push(filter)
    else rest.push(filter)
  }
  return { first, rest }
}

function cellsOf(filters: readonly ResolvedFilter[]): number {
  return filters.reduce((sum, filter) => sum + (filter.op === 'between' ? 2 : 1), 0)
}
