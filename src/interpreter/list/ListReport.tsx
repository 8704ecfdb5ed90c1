import { late } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { ReportViewProps } from '../report/ReportView.tsx'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'

/** Loaded on demand, because few screens are reports. */
const ReportView = late(async () => (await import('../report/ReportView.tsx')).ReportView, { Waiting: Spinner })

/** The sums and the chart of a report screen, above the list. */
export function ListReport(props: ReportViewProps) {
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
