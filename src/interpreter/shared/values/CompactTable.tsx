import type { ReactNode } from 'react'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { fieldOf, type ListRow } from '../calls/listPage.ts'
import { noLabels } from '../labels/columnLabels.ts'
import { useColumnLabels } from '../labels/useColumnLabels.ts'
import { withRecordLink } from '../records/recordLink.tsx'
import { renderCell } from './cellRenderers.tsx'

interface CompactTableProps {
  readonly caption: string
  readonly columns: readonly ResolvedColumn[]
  readonly rows: readonly ListRow[]
  /** Fields with totals over all rows, and these totals; absent: no such row. */
  readonly totals?: { readonly fields: readonly string[]; readonly of: Readonly<Record<string, unknown>> } | undefined
  /** Number of the first row, from 1. */
  readonly firstNumber: number
  /** Buttons of a row; absent: no such column. */
  readonly renderActions?: ((row: ListRow) => ReactNode) | undefined
}

/** A plain table of records in a row's details or a form's tab, without selection, sorting or filters. */
export function CompactTable({ caption, columns, rows, totals, firstNumber, renderActions }: CompactTableProps) {
  const labels = useColumnLabels(columns)
  return (
    <section className="table-responsive" aria-label={caption}>
      <table className="table table-sm list-table mb-2">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="list-lead text-end">
              <span aria-hidden="true">#</span>
              <span className="visually-hidden">序號</span>
            </th>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={`text-${column.align}`}>
                {column.title}
              </th>
            ))}
            {renderActions && (
              <th scope="col" className="compact-actions">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td className="list-lead text-end text-body-secondary">{firstNumber + index}</td>
              {columns.map((column) => (
                <td key={column.field} className={`text-${column.align} list-cell-${column.format}`}>
                  {withRecordLink(
                    renderCell(fieldOf(row, column.field), { column, labels: labels.get(column.field) ?? noLabels }),
                    column,
                    row,
                  )}
                </td>
              ))}
              {renderActions && <td className="compact-actions">{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
        {totals !== undefined && (
          <tfoot>
            <tr>
              <th scope="row" className="list-lead text-end text-nowrap">
                總計
              </th>
              {columns.map((column) => (
                <td key={column.field} className={`text-${column.align} fw-semibold`}>
                  {totals.fields.includes(column.field) && renderCell(fieldOf(totals.of, column.field), { column, labels: noLabels })}
                </td>
              ))}
              {renderActions && <td className="compact-actions" />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
