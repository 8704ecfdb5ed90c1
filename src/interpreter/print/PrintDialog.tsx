import { useEffect, useState } from 'react'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { useLoad } from '../../client/load/useLoad.ts'
import { showProblem } from '../../client/notices.ts'
import type { ResolvedColumn, ResolvedScreen } from '../../language/resolved.ts'
import { ProgressDialog } from '../shared/parts/ProgressDialog.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import { type PrintedRows, type ReadAllRowsInput, readAllRows } from './readAllRows.ts'

interface PrintDialogProps {
  readonly title: string
  readonly screen: ResolvedScreen
  /** Filters and order of the list. */
  readonly params: URLSearchParams
  readonly columns: readonly ResolvedColumn[]
  readonly onClose: () => void
}

/** Logs the print in 使用者操作紀錄 first, like an export. If that fails, nothing is printed. */
async function readToPrint(http: HttpClient, input: ReadAllRowsInput): Promise<PrintedRows> {
  const rows = await readAllRows(http, input)
  if (!input.signal.aborted) await http.post(`/api/screens${input.screen.uri}/printed`, { count: rows.page.rows.length })
  return rows
}

/** Reads all rows of a list, shows the progress, and opens the browser's print dialog. */
export function PrintDialog({ title, screen, params, columns, onClose }: PrintDialogProps) {
  const [progress, setProgress] = useState({ done: 0, total: 1 })
  // The list behind may be drawn again meanwhile; what is printed is what it was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { data: printed, failure } = useLoad(
    (http, signal) => readToPrint(http, { screen, params, signal, report: (done, total) => setProgress({ done, total }) }),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has failed
  useEffect(() => {
    if (failure === null) return
    showProblem(failure.problem)
    onClose()
  }, [failure])
  return printed === null ? (
    <ProgressDialog title={title} {...progress} onStop={onClose} />
  ) : (
    <PrintSheet screen={screen} columns={columns} printed={printed} onDone={onClose} />
  )
}
