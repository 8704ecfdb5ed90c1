import { formatFileStamp } from '../../client/format.ts'
import { saveFile } from '../../client/http/download.ts'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { csvLine, csvStart } from '../../rules/csvLine.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { groupText } from '../shared/chart/groupText.ts'
import { type ColumnLabels, noLabels } from '../shared/values/columnLabels.ts'
import type { ReportTableModel } from './tableModel.ts'

interface SumsDownloadProps {
  readonly title: string
  readonly table: ReportTableModel
  readonly labels: ReadonlyMap<string, ColumnLabels>
}

/** Saves the shown figures as a file; the rows have their own export. Subtotals are left out, because a spreadsheet would add them up. */
export function SumsDownload({ title, table, labels }: SumsDownloadProps) {
  const { groups, columns, lines, totals, across } = table
  const textOf = (value: unknown, column: ResolvedColumn) => groupText(value, column, labels.get(column.field) ?? noLabels)
  const figures = (values: readonly unknown[]) =>
    columns.map(({ column }, index) => {
      const value = values[index] ?? null
      return value === null || typeof value === 'number' ? value : textOf(value, column)
    })
  const titleOf = ({ title: name, above }: ReportTableModel['columns'][number]) => {
    if (across === undefined) return name
    return above === undefined ? `總計 ${name}` : `${textOf(above.value, across.group)} ${name}`
  }
  const save = () => {
    const text = [
      csvLine([...groups.map((group) => group.title), ...columns.map(titleOf)]),
      ...lines
        .filter(({ kind }) => kind === 'group')
        .map((line) => csvLine([...groups.map((group) => groupCell(line.groups, group)), ...figures(line.figures)])),
      csvLine([...groups.map((_group, index) => (index === 0 ? '總計' : null)), ...figures(totals)]),
    ]
    saveFile(new Blob([csvStart, ...text], { type: 'text/csv;charset=utf-8' }), `${title}彙總_${formatFileStamp(new Date())}.csv`)
  }
  const groupCell = (row: Readonly<Record<string, unknown>>, group: ResolvedColumn) => {
    const value = fieldOf(row, group.field)
    return value === undefined ? null : textOf(value, group)
  }
  return (
    <button type="button" className="btn btn-sm btn-outline-secondary mt-2 d-print-none" onClick={save}>
      匯出彙總
    </button>
  )
}
