import type { ResolvedBoard } from '../../../language/resolved.ts'
import { RowActions } from '../../actions/buttons/RowActions.tsx'
import { guardHolds } from '../../actions/buttons/visibleActions.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { withRecordLink } from '../../shared/records/recordLink.tsx'
import type { TableFrame } from '../table/tableFrame.ts'
import { canMove } from './boardSteps.ts'
import { columnOf, type Labels, shownValue } from './layoutParts.ts'
import { RecordTitle } from './RecordTitle.tsx'

interface BoardCardProps {
  readonly board: ResolvedBoard
  readonly row: ListRow
  readonly frame: TableFrame
  readonly labels: Labels
  readonly isDragged: boolean
  readonly onDrag: (row: ListRow | null) => void
}

/** One record on a board. */
export function BoardCard({ board, row, frame, labels, isDragged, onDrag }: BoardCardProps) {
  const actions = frame.rowActions.filter((action) => guardHolds(action, { ...frame.scope, row }))
  const isMovable = canMove(row, frame, board)
  const classes = ['board-card', isMovable && 'board-card-movable', isDragged && 'board-card-dragged'].filter(Boolean).join(' ')
  return (
    <li
      className={classes}
      data-row-id={row.id}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(row)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="board-card-title">
        <RecordTitle row={row} frame={frame} labels={labels} />
      </div>
      <dl className="board-card-values">
        {board.cards.map((field) => {
          const column = columnOf(frame.screen.list, field)
          const value = column && shownValue(row, column, labels)
          if (column === undefined || value === null) return null
          return (
            <div key={field}>
              <dt>{column.title}</dt>
              <dd>{withRecordLink(value, column, row)}</dd>
            </div>
          )
        })}
      </dl>
      <RowActions actions={actions} row={row} onRun={frame.onRunRowAction} onOpenMenu={frame.onOpenMenu} />
    </li>
  )
}
