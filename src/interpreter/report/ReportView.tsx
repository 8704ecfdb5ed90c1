import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useHttp } from '../../client/http/HttpContext.tsx'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { formatListConditions, type ListQuery } from '../../language/listQuery.ts'
import { reportTab } from '../../language/reportTab.ts'
import type { ResolvedReport, ResolvedScreen } from '../../language/resolved.ts'
import { LoadProblem } from '../list/LoadProblem.tsx'
import { useColumnLabels } from '../list/useColumnLabels.ts'
import { useLoad } from '../list/useLoad.ts'
import { fillPath } from '../screen/callPath.ts'
import { ReportTable } from './ReportTable.tsx'
import { ReportTabs } from './ReportTabs.tsx'
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

/** The report of a screen, on one page or on a tab for each group. */
export function ReportView({ report, ...rest }: ReportViewProps) {
  const [field, setField] = useState(report.groups[0]?.field ?? '')
  const tab = reportTab(report, field)
  if (tab === undefined) return <ReportPart {...rest} report={report} group={null} />
  return (
    <ReportTabs groups={report.groups} shown={field} onShow={setField}>
      <ReportPart key={field} {...rest} report={tab} group={field} />
    </ReportTabs>
  )
}

interface ReportPartProps extends ReportViewProps {
  /** Which tab; null without tabs. */
  readonly group: string | null
}

/** A report under the list's own conditions: a grouped table with 總計, and a chart of the same numbers beside it. */
function ReportPart({ screen, report, group, query, version, onRetry }: ReportPartProps) {
  const http = useHttp()
  const { groups, measures, chart } = report
  const labels = useColumnLabels(groups)
  // The order of the list is none of the report's.
  const asked = formatListConditions({ ...query, sort: screen.list.sort }, screen.list)
  if (group !== null) asked.set('group', group)
  const conditions = asked.toString()
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
