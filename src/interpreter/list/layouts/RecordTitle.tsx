import type { ReactNode } from 'react'
import { guardHolds } from '../../actions/buttons/visibleActions.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import { RowLink } from '../table/RowLink.tsx'
import type { TableFrame } from '../table/tableFrame.ts'
import { columnOf, type Labels, shownValue } from './layoutParts.ts'

interface RecordTitleProps {
  readonly row: ListRow
  readonly frame: TableFrame
  readonly labels: Labels
  /** Field with the name; default: that of the entity. */
  readonly field?: string | undefined
}

/** The name of a record, which opens it for those who may. */
export function RecordTitle({ row, frame, labels, field }: RecordTitleProps) {
  const { view } = frame.linkActions
  const name = titleOf(row, frame, labels, field)
  if (view === undefined || !guardHolds(view, { ...frame.scope, row })) return <span>{name}</span>
  return (
    <RowLink action={view} mode="view" row={row} frame={frame}>
      {name}
    </RowLink>
  )
}

function titleOf(row: ListRow, { screen }: TableFrame, labels: Labels, field: string | undefined): ReactNode {
  const { label, key } = screen.entity
  for (const name of [field, label, key]) {
    const column = columnOf(screen.list, name)
    const value = column === undefined ? fieldOf(row, name ?? '') : shownValue(row, column, labels)
    if (value !== null && value !== undefined && value !== '') return column === undefined ? String(value) : (value as ReactNode)
  }
  return String(row.id)
}
