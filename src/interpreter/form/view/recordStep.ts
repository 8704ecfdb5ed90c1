import type { ListRow } from '../../shared/calls/listPage.ts'
import { pageCountOf } from '../../shared/parts/pageWindow.ts'
import type { ShownRows } from '../../shared/records/shownRows.ts'

export type FormStep = -1 | 1

/** Target of a step: another row of the page, or the nearest row of the adjacent page. */
export type StepTarget = { readonly kind: 'row'; readonly row: ListRow } | { readonly kind: 'page'; readonly pageIndex: number }

/** Index of a record on the page; -1 when the page does not show it. */
export function rowIndex({ rows }: Pick<ShownRows, 'rows'>, recordId: ListRow['id']): number {
  return rows.findIndex((row) => String(row.id) === String(recordId))
}

/** @returns null at the end of the list */
export function stepTo(
  shown: Pick<ShownRows, 'rows' | 'pageIndex' | 'pageSize' | 'totalCount'>,
  index: number,
  step: FormStep,
): StepTarget | null {
  const row = shown.rows[index + step]
  if (row !== undefined) return { kind: 'row', row }
  const pageIndex = shown.pageIndex + step
  return pageIndex >= 0 && pageIndex < pageCountOf(shown.totalCount, shown.pageSize) ? { kind: 'page', pageIndex } : null
}
