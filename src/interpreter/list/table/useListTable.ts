import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { ListPage } from '../../shared/calls/listPage.ts'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import { listFeatures, tableColumns, toSortingState } from './tableModel.ts'
import type { Selection } from './useSelection.ts'

interface ListTableOptions {
  readonly page: ListPage
  readonly query: ListQuery
  readonly columns: readonly DrawnColumn[]
  readonly selection: Selection
  readonly selectable: boolean
}

export type ListTable = ReturnType<typeof useListTable>

/** The table model. Its state is owned elsewhere: order and page by the address, selection by the list. */
export function useListTable({ page, query, columns, selection, selectable }: ListTableOptions) {
  const shown = useMemo(() => columns.map(({ column }) => column), [columns])
  const definitions = useMemo(() => tableColumns(shown), [shown])
  return useTable({
    features: listFeatures,
    columns: definitions,
    data: page.rows,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableRowSelection: selectable,
    state: {
      sorting: toSortingState(query.sort),
      rowSelection: selection.map,
    },
    onRowSelectionChange: (update) => selection.set(typeof update === 'function' ? update(selection.map) : update),
  })
}
