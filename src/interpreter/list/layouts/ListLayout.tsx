import { useMemo } from 'react'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import type { TableFrame } from '../table/tableFrame.ts'
import type { ListLoad } from '../useListPage.ts'
import type { ShownList } from '../useShownList.ts'
import { Board } from './Board.tsx'
import { Calendar } from './Calendar.tsx'
import type { ShownLayout } from './layoutAddress.ts'
import { Timeline } from './Timeline.tsx'
import './layouts.css'

interface ListLayoutProps {
  readonly layout: ShownLayout
  readonly frame: TableFrame
  readonly shown: ShownList
  readonly load: ListLoad
  /** Increased to reload the rows. */
  readonly version: number
  readonly onRetry: () => void
}

/** The rows of a list in another way than as a table. */
export function ListLayout({ layout, frame, shown, load, version, onRetry }: ListLayoutProps) {
  const { layouts = {}, columns } = frame.screen.list
  const { location, waiting, turnPage } = shown
  // What somebody may not see is no column for them.
  const has = (field: string | undefined) => field !== undefined && columns.some((column) => column.field === field)
  const shared = useMemo(() => ({ frame, query: location.query, version }), [frame, location.query, version])
  if (waiting !== null) return <EmptyState icon="search" text={waiting} />
  const { board, calendar, timeline } = layouts
  if (layout.name === 'board' && board && has(board.by))
    return <Board {...shared} board={board} totalCount={load.page?.totalCount ?? null} />
  if (layout.name === 'calendar' && calendar && has(calendar.from))
    return <Calendar {...shared} dated={calendar} at={layout.at} onShow={(month) => location.showLayout(`calendar:${month}`)} />
  if (layout.name === 'timeline' && timeline && has(timeline.from))
    return <Timeline frame={frame} dated={timeline} load={load} query={location.query} onPage={turnPage} onRetry={onRetry} />
  return <EmptyState text="沒有權限看到這種呈現方式所需的欄位。" />
}
