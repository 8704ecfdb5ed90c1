import type { ResolvedFilter } from '../../../language/resolved.ts'

/** Number of cells that fit in one row of a wide window, beside the buttons; a range takes two cells. */
const foldedCells = 4

/** With more cells than this, the filters need more than one row, including the buttons. */
const unfoldedCells = 6

/** The filters always shown, and those behind 更多條件. */
export interface FoldedFilters {
  readonly first: readonly ResolvedFilter[]
  readonly rest: readonly ResolvedFilter[]
}

/** Splits the filters of a list, in order. Few filters are not split, and a required one is never hidden. */
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
