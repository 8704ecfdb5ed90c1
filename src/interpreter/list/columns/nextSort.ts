import type { SortKey } from '../../../language/resolved.ts'

/**
 * The sort order after a click on a column's arrow: ascending, descending, none (the document's order). While the document's order is
 * active, a click on one of its columns reverses that column.
 *
 * @param keepOthers Shift was held: adds the column instead of replacing the order
 * @returns empty for "none"; the caller then uses the document's order
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
