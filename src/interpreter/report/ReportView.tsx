import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { formatListConditions, type ListQuery } from '../../language/listQuery.ts'
import type { ResolvedReport, ResolvedScreen } from '../../language/resolved.ts'
import { LoadProblem } from '../list/LoadProblem.tsx'
import { useColumnLabels } from '../list/useColumnLabels.ts'
import { useLoad } from '../list/useLoad.ts'
import { fillPath } from '../screen/callPath.ts'
import { ReportTable } from './ReportTable.tsx'
import { parseReport } from './reportPage.ts'
import './report.css'

const ReportChart = lazy(async () => ({ default: (await import('./ReportChart.tsx')).ReportChart }))

interface ReportViewProps {
  readonly screen: ResolvedScreen
  readonly report: ResolvedReport
  readonly query: ListQuery
  /** Counts up to load again. */
  readonly version: number
  readonly onRetry: () => void
}

/** The report of a screen under the list's own conditions: a grouped table with 總計, and a chart of the same numbers beside it. */
export function ReportView({ screen, report, query, version, onRetry }: ReportViewProps) {
  const http = useHttp()
  const { groups, measures, chart } = report
  const labels = useColumnLabels(groups)
  // The order of the list is none of the report's.
  const conditions = formatListConditions({ ...query, sort: screen.list.sort }, screen.list).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads again
  const load = useCallback(
    async (signal: AbortSignal) =>
      parseReport(await http.get<unknown>(fillPath(screen.api.report.path, {}), { params: new URLSearchParams(conditions), signal })),
    [http, screen.api, conditions, version],
  )
  const loaded = useLoad(load)
  const columns = useMemo(() => [...groups, ...measures], [groups, measures])
  if (loaded.state === 'error') return <LoadProblem text={loaded.text} onRetry={onRetry} />
  if (loaded.data === null) return <Spinner />
  if (loaded.data.rows.length === 0) return <EmptyState text={screen.list.empty} />
  return (
    <div className="report" aria-busy={loaded.state === 'loading'}>
      <ReportTable title="彙總表" report={report} columns={columns} page={loaded.data} labels={labels} />
      {chart !== undefined && (
        <Suspense fallback={<Spinner />}>
          <ReportChart chart={chart} columns={columns} page={loaded.data} labels={labels} />
        </Suspense>
      )}
    </div>
  )
}
