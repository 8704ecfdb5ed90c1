import type { Dated } from '../../../language/documents/screen.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import {
  type Alternative,
  alternativesMax,
  conditionsMax,
  type FilterValue,
  type ListFilter,
} from '../../../language/query/listQueryFilters.ts'

/** Most rows of one call. */
const rowsMax = 500

/**
 * The query of a list for the records of some days, besides its own conditions: those that begin in these days, and those that began before
 * and go on. A record without an end is at its beginning only.
 *
 * @param first Taipei date
 * @param last Taipei date
 * @returns null when the query has more groups of conditions than can be combined with the days
 */
export function queryOfDays(query: ListQuery, { from, to }: Dated, first: string, last: string): ListQuery | null {
  const begins: Alternative = [{ field: from, op: 'between', values: [first, last] }]
  const goesOn: Alternative = [
    { field: from, op: 'lt', values: [first] },
    { field: to ?? from, op: 'gte', values: [first] },
  ]
  const ranges = to === undefined ? [begins] : [begins, goesOn]
  const groups =
    query.alternatives.length === 0 ? ranges : query.alternatives.flatMap((group) => ranges.map((range) => range.reduce(narrowed, group)))
  if (groups.length > alternativesMax || groups.some((group) => group.length > conditionsMax)) return null
  return { ...query, alternatives: groups, pageIndex: 0, pageSize: rowsMax }
}

/** A group with one condition more. Two of the same kind on one field become one, because an address has room for one. */
function narrowed(group: Alternative, condition: ListFilter): Alternative {
  const same = group.find(({ field, op }) => field === condition.field && op === condition.op)
  if (same === undefined) return [...group, condition]
  const values = condition.values.map((value, index) => stricter(condition.op, index, value, same.values[index] ?? null))
  return group.map((one) => (one === same ? { ...condition, values } : one))
}

/** The later of two lower ends, the earlier of two upper ends. Dates and times compare as texts. */
function stricter(op: ListFilter['op'], index: number, left: FilterValue | null, right: FilterValue | null): FilterValue | null {
  if (left === null || right === null) return left ?? right
  const isLowerEnd = op === 'gte' || (op === 'between' && index === 0)
  return String(left) > String(right) === isLowerEnd ? left : right
}
