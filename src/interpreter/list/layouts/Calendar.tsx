import { useMemo } from 'react'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Icon } from '../../../client/parts/Icon.tsx'
import type { Dated } from '../../../language/documents/screen.ts'
import { isDate, taipeiDate } from '../../../rules/dates.ts'
import { CalendarWeek } from './CalendarWeek.tsx'
import { queryOfDays } from './calendarQuery.ts'
import { monthAt, weeksOf } from './calendarWeeks.ts'
import { datedRow, useDatedLabels } from './datedRows.ts'
import type { LayoutProps } from './layoutParts.ts'
import { useRows } from './useRows.ts'

interface CalendarProps extends LayoutProps {
  readonly dated: Dated
  /** Month in the address, `2026-11`; null or anything else is this month. */
  readonly at: string | null
  readonly onShow: (month: string) => void
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** The records of a month, at their days. */
export function Calendar({ dated, frame, query, version, at, onShow }: CalendarProps) {
  const today = taipeiDate(new Date())
  const month = at !== null && isDate(`${at}-01`) ? at : today.slice(0, 7)
  const weeks = useMemo(() => weeksOf(month), [month])
  const ofMonth = queryOfDays(query, dated, weeks[0]?.[0] ?? '', weeks.at(-1)?.at(-1) ?? '')
  const load = useRows(frame.screen, ofMonth, version)
  const isBusy = ofMonth !== null && load.state === 'loading'
  const labels = useDatedLabels(frame, dated)
  const rows = useMemo(() => (load.data?.rows ?? []).flatMap((row) => datedRow(row, dated)), [load.data, dated])
  const [year = '', number = ''] = month.split('-')
  return (
    <section aria-label={`${frame.screen.title}行事曆`}>
      <div className="d-flex align-items-center gap-2 mb-2">
        <div className="btn-group btn-group-sm d-print-none">
          <Turn label="上個月" icon="chevron_left" onClick={() => onShow(monthAt(month, -1))} />
          <button type="button" className="btn btn-outline-secondary" onClick={() => onShow(today.slice(0, 7))}>
            今天
          </button>
          <Turn label="下個月" icon="chevron_right" onClick={() => onShow(monthAt(month, 1))} />
        </div>
        <h3 className="h6 mb-0" aria-live="polite">
          {year} 年 {Number(number)} 月
        </h3>
        <span className="ms-auto small text-body-secondary">{load.data && countText(load.data.rows.length, load.data.totalCount)}</span>
      </div>
      {load.state === 'error' && <LoadProblem failure={load.failure} onRetry={load.reload} />}
      {ofMonth === null && <EmptyState text="進階條件的組數過多，無法再加上月份；請減少組數後使用行事曆。" />}
      <div className={isBusy ? 'calendar list-stale' : 'calendar'} aria-busy={isBusy}>
        <div className="calendar-week calendar-weekdays" aria-hidden="true">
          {weekdays.map((name) => (
            <div key={name}>{name}</div>
          ))}
        </div>
        {weeks.map((week) => (
          <CalendarWeek key={week[0]} {...{ week, month, today, rows, frame, dated, labels }} />
        ))}
      </div>
    </section>
  )
}

function Turn({
  label,
  icon,
  onClick,
}: {
  readonly label: string
  readonly icon: 'chevron_left' | 'chevron_right'
  readonly onClick: () => void
}) {
  return (
    <button type="button" className="btn btn-outline-secondary" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

function countText(shown: number, total: number): string {
  return shown < total ? `共 ${total} 筆，只顯示前 ${shown} 筆；請縮小查詢條件` : `共 ${total} 筆`
}
