import type { ReportPage } from '../../answers/records.ts'
import type { ResolvedColumn, ResolvedReport } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { renderCell } from '../shared/values/cellRenderers.tsx'
import { type ColumnLabels, noLabels } from '../shared/values/columnLabels.ts'
import { type ReportLine, reportLines } from './reportLines.ts'

interface ReportTableProps {
  readonly title: string
  readonly report: ResolvedReport
  /** Groups, then measures. */
  readonly columns: readonly ResolvedColumn[]
  readonly page: ReportPage
  readonly labels: ReadonlyMap<string, ColumnLabels>
  readonly rowsOf: RowsOf
}

/** Returns a function that shows the rows of a group in the list; null when the list has no filter for it. */
export type RowsOf = (group: ResolvedReport['groups'][number], value: unknown) => (() => void) | null

/** Groups with counts and sums, subtotals, and the 總計 of the whole result. */
export function ReportTable({ title, report, columns, page, labels, rowsOf }: ReportTableProps) {
  const { groups, measures } = report
  const cell = (values: ReportLine['values'], column: ResolvedColumn) =>
    renderCell(fieldOf(values, column.field), { column, labels: labels.get(column.field) ?? noLabels })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="report-table table-responsive" tabIndex={0} aria-label={title}>
      <table className="table table-sm list-table mb-0">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={`text-${column.align}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reportLines(report, page).map((line) => (
            <tr key={line.key} className={line.kind === 'subtotal' ? 'report-subtotal' : undefined}>
              {line.kind === 'group' && (
                <GroupCells
                  line={line}
                  groups={groups}
                  draw={(group) => linked(cell(line.values, group) ?? '（空白）', rowsOf(group, fieldOf(line.values, group.field)))}
                />
              )}
              {line.kind === 'subtotal' && (
                <th scope="row" colSpan={groups.length - 1} className="text-end">
                  小計
                </th>
              )}
              {measures.map((column) => (
                <td key={column.field} className={`text-${column.align} list-cell-${column.format}`}>
                  {cell(line.values, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={groups.length} className="text-end">
              總計
            </th>
            {measures.map((column) => (
              <td key={column.field} className={`text-${column.align} list-cell-${column.format}`}>
                {cell(page.totals, column)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function linked(content: React.ReactNode, show: (() => void) | null): React.ReactNode {
  if (show === null) return content
  return (
    <button type="button" className="btn btn-link p-0 align-baseline" title="查看明細" onClick={show}>
      {content}
    </button>
  )
}

interface GroupCellsProps {
  readonly line: ReportLine
  readonly groups: ResolvedReport['groups']
  readonly draw: (group: ResolvedReport['groups'][number]) => React.ReactNode
}

/** The values of the groups; the first group's cell spans all its lines. */
function GroupCells({ line, groups, draw }: GroupCellsProps) {
  return groups.map((group, index) =>
    index === 0 ? (
      line.span > 0 && (
        <th key={group.field} scope="rowgroup" rowSpan={line.span} className={`fw-normal text-${group.align}`}>
          {draw(group)}
        </th>
      )
    ) : (
      <td key={group.field} className={`text-${group.align}`}>
        {draw(group)}
      </td>
    ),
  )
}
