import { memo } from 'react'
import type { ResolvedList } from '../../../language/resolved.ts'
import { fieldOf } from '../../shared/calls/listPage.ts'
import { useTotalsScope } from '../../shared/labels/useTotalsScope.ts'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import type { TableFrame } from './tableFrame.ts'

interface TotalsRowProps {
  readonly frame: TableFrame
  readonly columns: readonly DrawnColumn[]
  readonly totals: Readonly<Record<string, unknown>>
  readonly list: ResolvedList
}

/** The 總計 row: totals of the whole filtered list, not of the page. */
export const TotalsRow = memo(function TotalsRow({ frame, columns, totals, list }: TotalsRowProps) {
  const scope = useTotalsScope(list)
  return (
    <tfoot>
      <tr>
        {frame.selectable && <td className="d-print-none" />}
        {/* The line above the list shows the words, for which this column of row numbers is too narrow. */}
        <th scope="row" className="text-end" title={scope || undefined}>
          總計
          {scope && <span className="visually-hidden">（{scope}）</span>}
        </th>
        {frame.expandable && <td className="d-print-none" />}
        {columns.map((drawn) => (
          <td key={drawn.column.field} className={drawn.className} style={drawn.style}>
            {list.totals.includes(drawn.column.field) && renderCell(fieldOf(totals, drawn.column.field), drawn)}
          </td>
        ))}
        {frame.hasRowActions && <td className="list-actions list-sticky-end" />}
      </tr>
    </tfoot>
  )
})
