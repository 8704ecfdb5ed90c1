import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ReportPage } from '../../answers/records.ts'
import { formatDate } from '../../client/format.ts'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import { late } from '../../client/load/late.tsx'
import { useLoad } from '../../client/load/useLoad.ts'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { usePermission } from '../../client/session/useSession.ts'
import { formatListConditions, type ListQuery } from '../../language/query/listQuery.ts'
import type { ListFilter } from '../../language/query/listQueryFilters.ts'
import { reportTab } from '../../language/reports/reportTab.ts'
import { reportTable } from '../../language/reports/reportTable.ts'
import type { ResolvedReport, ResolvedScreen } from '../../language/resolved.ts'
import { fillPath } from '../shared/calls/callPath.ts'
import { useColumnLabels } from '../shared/labels/useColumnLabels.ts'
import { useEvent } from '../shared/parts/useStable.ts'
import { filtersOfGroup } from './drillDown.ts'
import { ReportTable } from './ReportTable.tsx'
import { ReportTabs } from './ReportTabs.tsx'
import { groupParam } from './reportAddress.ts'
import { parseReport } from './reportPage.ts'
import { SumsDownload } from './SumsDownload.tsx'
import './report.css'

const ReportChart = late(async () => (await import('./ReportChart.tsx')).ReportChart, { Waiting: Spinner })

export interface ReportViewProps {
  readonly screen: ResolvedScreen
  readonly report: ResolvedReport
  readonly query: ListQuery
  /** Increased to load again. */
  readonly version: number
  readonly onRetry: () => void
  /** Shows the rows of the list with other filters. */
  readonly onFilter: (filters: readonly ListFilter[]) => void
}

/** The report of a screen, on one page, or with a tab for each group. */
export function ReportView({ report, ...rest }: ReportViewProps) {
  const [address, setAddress] = useSearchParams()
  const asked = address.get(groupParam)
  const field = report.groups.find((group) => group.field === asked)?.field ?? report.groups[0]?.field ?? ''
  const tab = reportTab(report, field)
  const show = (group: string) =>
    setAddress(
      (before) => {
        const params = new URLSearchParams(before)
        params.set(groupParam, group)
        return params
      },
      { replace: true },
    )
  if (tab === undefined) return <ReportPart {...rest} report={report} group={null} />
  return (
    <ReportTabs groups={report.groups} shown={field} onShow={show}>
      <ReportPart key={field} {...rest} report={tab} group={field} />
    </ReportTabs>
  )
}

interface ReportPartProps extends ReportViewProps {
  /** Field of the tab; null without tabs. */
  readonly group: string | null
}

/** A report with the filters of the list: a grouped table with 總計, and a chart of the same numbers. */
function ReportPart({ screen, report, group, query, version, onRetry, onFilter }: ReportPartProps) {
  const labels = useColumnLabels(report.groups)
  // Without the sort order of the list, which does not affect the report.
  const asked = formatListConditions({ ...query, sort: screen.list.sort }, screen.list)
  if (group !== null) asked.set('group', group)
  const conditions = asked.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again
  const loaded = useLoad(
    async (http, signal) =>
      parseReport(await http.get<unknown>(fillPath(screen.api.report.path, {}), { params: new URLSearchParams(conditions), signal })),
    [screen.api, conditions, version],
  )
  const table = useMemo(() => (loaded.data === null ? null : reportTable(report, loaded.data)), [report, loaded.data])
  const canExport = usePermission(`${screen.resource}.export`)
  const rowsOf = useEvent((by: ResolvedReport['groups'][number], value: unknown) => {
    const filters = filtersOfGroup(by, value, screen.list.filters, query.filters)
    return filters === null ? null : () => onFilter(filters)
  })
  if (loaded.state === 'error') return <LoadProblem failure={loaded.failure} onRetry={onRetry} />
  if (loaded.data === null || table === null) return <Spinner />
  if (table.lines.length === 0) return <EmptyState text={screen.list.empty} />
  return (
    <div className="report" aria-busy={loaded.state === 'loading'}>
      <div className="report-sums">
        {report.compare !== undefined && <ComparedRange before={loaded.data.before} />}
        <ReportTable title="彙總表" table={table} labels={labels} rowsOf={rowsOf} />
        {canExport && <SumsDownload title={screen.title} table={table} labels={labels} />}
      </div>
      {report.chart !== undefined && <ReportChart report={report} page={loaded.data} labels={labels} rowsOf={rowsOf} />}
    </div>
  )
}

/** Says with which range of days the figures are compared. */
function ComparedRange({ before }: { readonly before: ReportPage['before'] | undefined }) {
  const text = before === undefined ? '請選擇起訖日期，才能與前期比較。' : `前期：${formatDate(before.from)} 至 ${formatDate(before.to)}`
  return <p className="small text-body-secondary mb-1">{text}</p>
}
