import { createColumnHelper, rowSelectionFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ResolvedColumn, SortKey } from '../../../language/resolved.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'

/** Features of the table library that a list uses. Paging is done by the server, and so is sorting, of which it holds the state. */
export const listFeatures = tableFeatures({ rowSortingFeature, rowSelectionFeature })

const helper = createColumnHelper<typeof listFeatures, ListRow>()

/** Table columns of a resolved list; the id of a column is its field. Keep the result, because the library compares references. */
export function tableColumns(columns: readonly ResolvedColumn[]) {
  return helper.columns(
    columns.map((column) =>
      helper.accessor((row) => fieldOf(row, column.field), {
        id: column.field,
        header: column.title,
        enableSorting: column.sortable,
      }),
    ),
  )
}

/** The sort order in the format of the table library. */
export function toSortingState(sort: readonly SortKey[]): { id: string; desc: boolean }[] {
  return sort.map((key) => ({ id: key.field, desc: key.direction === 'desc' }))
}
