import { useMemo } from 'react'
import type { Dated } from '../../../language/documents/screen.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import { useColumnLabels } from '../../shared/labels/useColumnLabels.ts'
import type { TableFrame } from '../table/tableFrame.ts'
import { type DatedRow, dateOf, lastDateOf } from './calendarWeeks.ts'
import { columnsOf } from './layoutParts.ts'

/** Labels of the columns that entries show: name and colour. */
export function useDatedLabels({ screen }: TableFrame, { title, tone }: Dated) {
  const { label } = screen.entity
  const columns = useMemo(() => columnsOf(screen.list, [title, tone, label]), [screen, title, tone, label])
  return useColumnLabels(columns)
}

/** The days of a record: nothing without a beginning, one day without an end. */
export function datedRow(row: ListRow, { from, to }: Dated): readonly DatedRow<ListRow>[] {
  const first = dateOf(fieldOf(row, from))
  if (first === null) return []
  const last = to === undefined ? first : (lastDateOf(fieldOf(row, to)) ?? first)
  return [{ row, first, last: last < first ? first : last }]
}
