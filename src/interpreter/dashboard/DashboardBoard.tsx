import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadProblem } from '../../client/load/LoadProblem.tsx'
import type { Load } from '../../client/load/useLoad.ts'
import { periodDays, periodTitles } from '../../language/dashboard/period.ts'
import type { OfferedDashboards, ShownDashboard } from '../../language/dashboard/resolved.ts'
import type { DashboardPeriod } from '../../language/documents/vocabulary.ts'
import { taipeiDate } from '../../rules/dates.ts'
import { BoardSkeleton } from './BoardSkeleton.tsx'
import { loadChartCanvas } from './ChartTile.tsx'
import { TileCard } from './TileCard.tsx'
import { withSpans } from './tileSpans.ts'
import { dashboardParam, type OfferedBoard, periodParam } from './useOffered.ts'
import '../shared/chart/chartColours.css'
import './dashboard.css'

interface DashboardBoardProps {
  /** As `useOffered` has it. */
  readonly offered: Load<OfferedBoard>
}

/** The dashboard of the reader's role; nothing at all for roles without one. */
export default function DashboardBoard({ offered: { data, state, failure, reload } }: DashboardBoardProps) {
  const [address, setAddress] = useSearchParams()
  // Hardly a dashboard is without a chart. What draws charts comes while the server is asked; without it the chart says so itself.
  useEffect(() => void loadChartCanvas().catch(() => undefined), [])
  const set = (name: string, value: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  if (data === null) return state === 'error' ? <LoadProblem failure={failure} onRetry={reload} /> : <BoardSkeleton />
  const { dashboard } = data
  if (dashboard === null || dashboard.tiles.length === 0) return null
  const period = chosenPeriod(dashboard, address.get(periodParam))
  return (
    <section aria-labelledby="dashboard-title" className="dashboard">
      <div className="dashboard-head">
        <h2 id="dashboard-title" className="h6 mb-0 text-body-secondary">
          {dashboard.title}
        </h2>
        <Choices offered={data} shown={dashboard} onChoose={(name) => set(dashboardParam, name)} />
        {period !== null && <DaysOf period={period} />}
        {dashboard.period !== null && (
          <label className="dashboard-period">
            <span>期間</span>
            <select
              className="form-select form-select-sm"
              value={period ?? undefined}
              onChange={(event) => set(periodParam, event.target.value)}
            >
              {dashboard.period.choices.map((choice) => (
                <option key={choice} value={choice}>
                  {periodTitles[choice]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className="dashboard-grid">
        {withSpans(dashboard.tiles).map(({ tile, span }) => (
          <TileCard key={tile.id} tile={tile} span={span} dashboard={dashboard.name} period={period} ready={data.ready ?? null} />
        ))}
      </div>
    </section>
  )
}

function chosenPeriod({ period }: ShownDashboard, asked: string | null): DashboardPeriod | null {
  if (period === null) return null
  return period.choices.find((choice) => choice === asked) ?? period.default
}

/** The days of a period, so that nobody wonders whether today is one of them. */
function DaysOf({ period }: { readonly period: DashboardPeriod }) {
  const { from, to } = periodDays(period, taipeiDate(new Date()))
  return <span className="dashboard-days">{from === to ? from : `${from} ～ ${to}`}</span>
}

interface ChoicesProps {
  readonly offered: OfferedDashboards
  readonly shown: ShownDashboard
  readonly onChoose: (name: string) => void
}

/** For people with several roles. */
function Choices({ offered: { choices }, shown, onChoose }: ChoicesProps) {
  if (choices.length < 2) return null
  return (
    <label className="dashboard-period">
      <span>儀表板</span>
      <select className="form-select form-select-sm" value={shown.name} onChange={(event) => onChoose(event.target.value)}>
        {choices.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
