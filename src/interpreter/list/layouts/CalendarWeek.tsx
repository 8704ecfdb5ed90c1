import { useState } from 'react'
import type { Dated } from '../../../language/documents/screen.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import type { TableFrame } from '../table/tableFrame.ts'
import { type DatedRow, entriesOf } from './calendarWeeks.ts'
import { columnOf, type Labels, rowTone } from './layoutParts.ts'
import { RecordTitle } from './RecordTitle.tsx'

interface CalendarWeekProps {
  /** Seven dates. */
  readonly week: readonly string[]
  readonly month: string
  readonly today: string
  readonly rows: readonly DatedRow<ListRow>[]
  readonly frame: TableFrame
  readonly dated: Dated
  readonly labels: Labels
}

/** Records that a day shows before one asks for all of them. */
const linesAtFirst = 4

/** A week: the numbers of its days, and below them its records, each over its days. */
export function CalendarWeek({ week, month, today, rows, frame, dated, labels }: CalendarWeekProps) {
  const [isWhole, setWhole] = useState(false)
  const entries = entriesOf(rows, week)
  const shown = isWhole ? entries : entries.filter(({ line }) => line < linesAtFirst)
  const hidden = entries.length - shown.length
  const tone = columnOf(frame.screen.list, dated.tone)
  return (
    <div className="calendar-week">
      {week.map((day, index) => (
        <div key={day} className="calendar-day" style={{ gridColumn: index + 1 }} aria-hidden="true" data-day={day} />
      ))}
      {week.map((day, index) => (
        <time
          key={day}
          dateTime={day}
          className={['calendar-number', day.slice(0, 7) !== month && 'text-body-tertiary', day === today && 'calendar-today']
            .filter(Boolean)
            .join(' ')}
          aria-current={day === today ? 'date' : undefined}
          style={{ gridColumn: index + 1 }}
        >
          {Number(day.slice(8))}
        </time>
      ))}
      {shown.map(({ row, first, last, column, days, line, isContinued, goesOn }) => (
        <div
          key={row.id}
          data-row-id={row.id}
          className={`calendar-entry list-tone-${rowTone(row, tone, labels)}`}
          title={first === last ? first : `${first} 至 ${last}`}
          style={{ gridColumn: `${column + 1} / span ${days}`, gridRow: line + 2 }}
        >
          {isContinued && <span aria-hidden="true">‹ </span>}
          <RecordTitle row={row} frame={frame} labels={labels} field={dated.title} />
          <span className="visually-hidden">{first === last ? first : `${first} 至 ${last}`}</span>
          {goesOn && <span aria-hidden="true"> ›</span>}
        </div>
      ))}
      {(hidden > 0 || isWhole) && (
        <button type="button" className="btn btn-link btn-sm calendar-more d-print-none" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收合' : `還有 ${hidden} 筆`}
        </button>
      )}
    </div>
  )
}
