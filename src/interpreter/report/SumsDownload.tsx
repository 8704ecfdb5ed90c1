import type { ReportPage } from '../../answers/records.ts'
import { formatFileStamp } from '../../client/format.ts'
import { saveFile } from '../../client/http/download.ts'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { csvLine, csvStart } from '../../rules/csvLine.ts'
import { fieldOf } from '../shared/calls/listPage.ts'
import { groupText } from '../shared/chart/groupText.ts'
import { type ColumnLabels, noLabels } from '../shared/values/columnLabels.ts'

interface SumsDownloadProps {
  readonly title: string
  /** Groups, then measures. */
  readonly columns: readonly ResolvedColumn[]
  readonly page: ReportPage
  readonly labels: ReadonlyMap<string, ColumnLabels>
}

/** Saves the shown sums as a file; the rows have their own export. */
export function SumsDownload({ title, columns, page, labels }: SumsDownloadProps) {
  const cell = (row: Readonly<Record<string, unknown>>, column: ResolvedColumn) => {
    const value = fieldOf(row, column.field)
    if (value === undefined) return null
    return typeof value === 'number' ? value : groupText(value, column, labels.get(column.field) ?? noLabels)
  }
  const save = () => {
    const lines = [
      csvLine(columns.map((column) => column.title)),
      ...page.rows.map((row) => csvLine(columns.map((column) => cell(row, column)))),
      csvLine(columns.map((column, index) => (index === 0 ? '總計' : cell(page.totals, column)))),
    ]
    saveFile(new Blob([csvStart, ...lines], { type: 'text/csv;charset=utf-8' }), `${title}彙總_${formatFileStamp(new Date())}.csv`)
  }
  return (
    <button type="button" className="btn btn-sm btn-outline-secondary mt-2 d-print-none" onClick={save}>
      匯出彙總
    </button>
  )
}
