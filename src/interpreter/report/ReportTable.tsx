import { groupText } from '../../language/reports/groupText.ts'
import type { ReportTableModel, TableLine } from '../../language/reports/reportTable.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { type ColumnLabels, noLabels } from '../shared/labels/columnLabels.ts'
import { renderCell } from '../shared/values/cellRenderers.tsx'

interface ReportTableProps {
  readonly title: string
  readonly table: ReportTableModel
  readonly labels: ReadonlyMap<string, ColumnLabels>
  readonly rowsOf: RowsOf
}

/** Returns a function that shows the rows of a group in the list; null when the list has no filter for it. */
export type RowsOf = (group: ResolvedReport['groups'][number], value: unknown) => (() => void) | null

/** Groups with their figures, subtotals, and the 總計 of the whole result. */
export function ReportTable({ title, table, labels, rowsOf }: ReportTableProps) {
  const { groups, columns, lines, totals } = table
  const figures = (values: readonly unknown[]) =>
    columns.map(({ key, column }, index) => (
      <td key={key} className={`text-${column.align} list-cell-${column.format}`}>
        {renderCell(values[index] ?? null, { column, labels: noLabels })}
      </td>
    ))
  const nameOf = (line: TableLine, group: Group) => {
    const value = fieldOf(line.groups, group.field)
    const text = renderCell(value, { column: group, labels: labels.get(group.field) ?? noLabels }) ?? '（空白）'
    return linked(text, rowsOf(group, value))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="report-table table-responsive" tabIndex={0} aria-label={title}>
      <table className="table table-sm list-table mb-0">
        <caption className="visually-hidden">{title}</caption>
        <Head table={table} labels={labels} />
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className={line.kind === 'subtotal' ? 'report-subtotal' : undefined}>
              {line.kind === 'group' && <GroupCells line={line} groups={groups} draw={(group) => nameOf(line, group)} />}
              {line.kind === 'subtotal' && (
                <th scope="row" colSpan={groups.length - 1} className="text-end">
                  小計
                </th>
              )}
              {figures(line.figures)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={groups.length} className="text-end">
              總計
            </th>
            {figures(totals)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type Group = ResolvedReport['groups'][number]

/** The titles; of a cross table, below the values of the group that goes across. */
function Head({ table: { groups, columns, across }, labels }: Pick<ReportTableProps, 'table' | 'labels'>) {
  const titles = columns.map(({ key, title, column }) => (
    <th key={key} scope="col" className={`text-${column.align}`}>
      {title}
    </th>
  ))
  const ofGroups = groups.map((group) => (
    <th key={group.field} scope="col" rowSpan={across === undefined ? 1 : 2} className={`text-${group.align}`}>
      {group.title}
    </th>
  ))
  if (across === undefined) {
    return (
      <thead>
        <tr>
          {ofGroups}
          {titles}
        </tr>
      </thead>
    )
  }
  return (
    <thead>
      <tr>
        {ofGroups}
        {across.values.map((value) => (
          <th key={JSON.stringify(value)} scope="colgroup" colSpan={across.figures} className="text-center">
            {groupText(value, across.group, labels.get(across.group.field) ?? noLabels)}
          </th>
        ))}
        <th scope="colgroup" colSpan={across.figures} className="text-center">
          總計
        </th>
      </tr>
      <tr>{titles}</tr>
    </thead>
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
  readonly line: TableLine
  readonly groups: ResolvedReport['groups']
  readonly draw: (group: Group) => React.ReactNode
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
