import { useMemo } from 'react'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import type { ShownLayout } from '../query/layoutAddress.ts'
import type { ListLocationState } from '../query/useListLocation.ts'
import type { ListLoad } from '../query/useListPage.ts'
import type { TableFrame } from '../table/tableFrame.ts'
import { Board } from './Board.tsx'
import { Calendar } from './Calendar.tsx'
import { Timeline } from './Timeline.tsx'
import './layouts.css'

interface ListLayoutProps {
  readonly layout: ShownLayout
  readonly frame: TableFrame
  readonly location: ListLocationState
  readonly load: ListLoad
  /** Why nothing was asked for yet; null otherwise. */
  readonly waiting: string | null
  /** Increased to reload the rows. */
  readonly version: number
  readonly onPage: (page: { readonly pageIndex: number; readonly pageSize: number }) => void
  readonly onRetry: () => void
}

/** The rows of a list in another way than as a table. */
export function ListLayout({ layout, frame, location, load, waiting, version, onPage, onRetry }: ListLayoutProps) {
  const { layouts = {}, columns } = frame.screen.list
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
    return <Timeline frame={frame} dated={timeline} load={load} query={location.query} onPage={onPage} onRetry={onRetry} />
  return <EmptyState text="沒有權限看到這種呈現方式所需的欄位。" />
}
