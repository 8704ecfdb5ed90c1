import { formatFileStamp } from '../../client/format.ts'
import { saveFile } from '../../client/http/download.ts'
import type { ReportTableModel } from '../../language/reports/reportTable.ts'
import { sumsRows } from '../../language/reports/sumsRows.ts'
import { csvLine, csvStart } from '../../rules/csvLine.ts'
import { type ColumnLabels, noLabels } from '../shared/labels/columnLabels.ts'

interface SumsDownloadProps {
  readonly title: string
  readonly table: ReportTableModel
  readonly labels: ReadonlyMap<string, ColumnLabels>
}

/** Saves the shown figures as a file; the rows have their own export. */
export function SumsDownload({ title, table, labels }: SumsDownloadProps) {
  const save = () => {
    const text = sumsRows(table, (field) => labels.get(field) ?? noLabels).map(csvLine)
    saveFile(new Blob([csvStart, ...text], { type: 'text/csv;charset=utf-8' }), `${title}彙總_${formatFileStamp(new Date())}.csv`)
  }
  return (
    <button type="button" className="btn btn-sm btn-outline-secondary mt-2 d-print-none" onClick={save}>
      匯出彙總
    </button>
  )
}
