import { useMemo } from 'react'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { Dated } from '../../../language/documents/screen.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { ListPages } from '../ListPages.tsx'
import type { ListLoad } from '../query/useListPage.ts'
import type { TableFrame } from '../table/tableFrame.ts'
import type { DatedRow } from './calendarWeeks.ts'
import { datedRow, useDatedLabels } from './datedRows.ts'
import { columnOf, type Labels, rowTone } from './layoutParts.ts'
import { RecordTitle } from './RecordTitle.tsx'
import { scaleOf, type TimelineScale } from './timelineScale.ts'

interface TimelineProps {
  readonly frame: TableFrame
  readonly dated: Dated
  readonly load: ListLoad
  readonly query: ListQuery
  readonly onPage: (page: { readonly pageIndex: number; readonly pageSize: number }) => void
  readonly onRetry: () => void
}

/** The page of the list, each record as a bar from its beginning to its end. */
export function Timeline({ frame, dated, load, query, onPage, onRetry }: TimelineProps) {
  const { page } = load
  const labels = useDatedLabels(frame, dated)
  const rows = useMemo(() => (page?.rows ?? []).flatMap((row) => datedRow(row, dated)), [page, dated])
  const scale = useMemo(() => scaleOfRows(rows), [rows])
  if (load.problem !== null) return <LoadProblem failure={load.problem} onRetry={onRetry} />
  if (page === null) return <Spinner />
  return (
    <>
      {scale === null ? (
        <EmptyState text={page.rows.length === 0 ? frame.screen.list.empty : '這一頁的資料都沒有日期。'} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="timeline" tabIndex={0} aria-label={`${frame.screen.title}時間軸`}>
          <Axis scale={scale} />
          <ol className="timeline-rows">
            {rows.map((dates) => (
              <Bar key={dates.row.id} {...{ dates, scale, frame, dated, labels }} />
            ))}
          </ol>
        </section>
      )}
      {rows.length < page.rows.length && scale !== null && (
        <p className="small text-body-secondary">這一頁有 {page.rows.length - rows.length} 筆沒有日期，未顯示。</p>
      )}
      <ListPages screen={frame.screen} query={query} totalCount={page.totalCount} onPage={onPage} />
    </>
  )
}

/** From the first to the last day of the rows, with a day more on either side. */
function scaleOfRows(rows: readonly DatedRow<ListRow>[]): TimelineScale | null {
  const [some] = rows
  if (some === undefined) return null
  const first = rows.reduce((least, row) => (row.first < least ? row.first : least), some.first)
  const last = rows.reduce((most, row) => (row.last > most ? row.last : most), some.last)
  return scaleOf(addDays(first, -1), addDays(last, 1))
}

function Axis({ scale }: { readonly scale: TimelineScale }) {
  const today = taipeiDate(new Date())
  return (
    <div className="timeline-axis" aria-hidden="true">
      <div className="timeline-marks">
        {scale.ticks.map(({ at, text }) => (
          <span key={text} className="timeline-tick" style={{ left: `${at}%` }}>
            {text}
          </span>
        ))}
        {today >= scale.first && today <= scale.last && (
          <span ref={bringIntoView} className="timeline-today" style={{ left: `${scale.placeOf(today)}%` }} title="今天" />
        )}
      </div>
    </div>
  )
}

/** A narrow page shows a part of the months. It begins with today, right of the middle because the names stand on the left. */
function bringIntoView(mark: HTMLElement | null): void {
  const region = mark?.closest('.timeline')
  if (!mark || !region) return
  region.scrollLeft += mark.getBoundingClientRect().left - region.getBoundingClientRect().left - (region.clientWidth * 2) / 3
}

interface BarProps {
  readonly dates: DatedRow<ListRow>
  readonly scale: TimelineScale
  readonly frame: TableFrame
  readonly dated: Dated
  readonly labels: Labels
}

function Bar({ dates: { row, first, last }, scale, frame, dated, labels }: BarProps) {
  const left = scale.placeOf(first)
  const width = scale.placeOf(addDays(last, 1)) - left
  const text = first === last ? first : `${first} 至 ${last}`
  return (
    <li className="timeline-row" data-row-id={row.id}>
      <div className="timeline-name">
        <RecordTitle row={row} frame={frame} labels={labels} field={dated.title} />
      </div>
      <div className="timeline-line">
        <div
          className={`timeline-bar list-tone-${rowTone(row, columnOf(frame.screen.list, dated.tone), labels)}`}
          style={{ left: `${left}%`, width: `${width}%` }}
          title={text}
        >
          <span className="visually-hidden">{text}</span>
        </div>
      </div>
    </li>
  )
}
