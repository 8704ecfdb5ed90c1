import { late } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ListQuery } from '../../language/query/listQuery.ts'
import type { ListFilter } from '../../language/query/listQueryFilters.ts'
import type { ResolvedReport, ResolvedScreen } from '../../language/resolved.ts'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'

/** Loaded on demand, because few screens are reports. */
const ReportView = late(async () => (await import('../report/ReportView.tsx')).ReportView, { Waiting: Spinner })

interface ListReportProps {
  readonly screen: ResolvedScreen
  readonly report: ResolvedReport
  readonly query: ListQuery
  readonly version: number
  readonly onRetry: () => void
  readonly onFilter: (filters: readonly ListFilter[]) => void
}

/** The sums and the chart of a report screen, above the list. */
export function ListReport(props: ListReportProps) {
  return (
    <section className="card list-card" aria-label="彙總">
      <div className="card-body">
        <PartBoundary pointer="/report" version={props.screen.hash}>
          <ReportView {...props} />
        </PartBoundary>
      </div>
    </section>
  )
}
