import { memo } from 'react'
import { fieldOf } from '../../shared/calls/listPage.ts'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import type { TableFrame } from './tableFrame.ts'

interface TotalsRowProps {
  readonly frame: TableFrame
  readonly columns: readonly DrawnColumn[]
  readonly totals: Readonly<Record<string, unknown>>
  /** Fields with totals. */
  readonly fields: readonly string[]
}

/** The 總計 row: totals of the whole filtered list, not of the page. */
export const TotalsRow = memo(function TotalsRow({ frame, columns, totals, fields }: TotalsRowProps) {
  return (
    <tfoot>
      <tr>
        {frame.selectable && <td className="d-print-none" />}
        <th scope="row" className="text-end">
          總計
        </th>
        {frame.expandable && <td className="d-print-none" />}
        {columns.map((drawn) => (
          <td key={drawn.column.field} className={drawn.className} style={drawn.style}>
            {fields.includes(drawn.column.field) && renderCell(fieldOf(totals, drawn.column.field), drawn)}
          </td>
        ))}
        {frame.hasRowActions && <td className="list-actions list-sticky-end" />}
      </tr>
    </tfoot>
  )
})
