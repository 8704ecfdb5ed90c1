import type { SortKey } from '../../language/resolved.ts'

/**
 * The order after a click on a column's sort arrow: ascending, descending, none (the document's own order).
 * While the document's own order is on, a click on one of its columns turns that column round.
 *
 * @param keepOthers Shift was held: the column joins the others instead of replacing them
 * @returns empty for "none"; the caller puts the document's own order there
 */
export function nextSort(sort: readonly SortKey[], field: string, own: readonly SortKey[], keepOthers: boolean): readonly SortKey[] {
  const direction = nextDirection(sort.find((key) => key.field === field)?.direction, isSame(sort, own))
  if (!keepOthers) return direction === null ? [] : [{ field, direction }]
  if (direction === null) return sort.filter((key) => key.field !== field)
  if (sort.some((key) => key.field === field)) return sort.map((key) => (key.field === field ? { field, direction } : key))
  return [...sort, { field, direction }]
}

function nextDirection(current: SortKey['direction'] | undefined, ownOrderIsOn: boolean): SortKey['direction'] | null {
  if (current === undefined) return 'asc'
  if (ownOrderIsOn) return current === 'asc' ? 'desc' : 'asc'
  return current === 'asc' ? 'desc' : null
}

function isSame(left: readonly SortKey[], right: readonly SortKey[]): boolean {
  return (
    left.length === right.length &&
    left.every((key, index) => key.field === right[index]?.field && key.direction === right[index]?.direction)
  )
}
