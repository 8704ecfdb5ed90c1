import { type DragEvent, useEffect, useState } from 'react'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { ResolvedBoard } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { labelOf, noLabels, toneOf } from '../../shared/labels/columnLabels.ts'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import { BoardCard } from './BoardCard.tsx'
import { stepsTo } from './boardSteps.ts'
import { columnOf, type Labels, type LayoutProps } from './layoutParts.ts'
import { useRows } from './useRows.ts'

interface BoardLaneProps extends LayoutProps {
  readonly board: ResolvedBoard
  readonly value: string
  readonly labels: Labels
  /** The card that is being dragged. */
  readonly dragged: ListRow | null
  readonly onDrag: (row: ListRow | null) => void
  /** Told how many records there are. */
  readonly onCount: (value: string, count: number) => void
}

/** Cards that a column shows at first, and more each time. */
const cardsAtOnce = 20
/** Most rows of one call. */
const rowsMax = 500

/** The cards with one value. */
export function BoardLane({ board, value, frame, query, labels, version, dragged, onDrag, onCount }: BoardLaneProps) {
  const { list } = frame.screen
  const [size, setSize] = useState(cardsAtOnce)
  const own = {
    ...query,
    pageIndex: 0,
    pageSize: size,
    filters: [...query.filters, { field: board.by, op: 'in', values: [value] } as const],
  }
  const load = useRows(frame.screen, own, version)
  const page = load.data
  const count = page?.totalCount
  useEffect(() => {
    if (count !== undefined) onCount(value, count)
  }, [count, value, onCount])
  const column = columnOf(list, board.by)
  const ofColumn = labels.get(board.by) ?? noLabels
  const sum = columnOf(list, board.sum)
  const steps = dragged === null ? [] : stepsTo(dragged, value, frame, board.moves)
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    const [step, other] = steps
    if (dragged === null || step === undefined) return
    const button = document.querySelector<HTMLButtonElement>('.board-card-dragged button')
    if (other !== undefined && button) frame.onOpenMenu({ button, actions: steps, row: dragged })
    else frame.onRunRowAction(step, dragged)
    onDrag(null)
  }
  const title = labelOf(ofColumn, value)
  return (
    <section
      className={dragged === null ? 'board-lane' : steps.length > 0 ? 'board-lane board-lane-open' : 'board-lane board-lane-closed'}
      aria-label={title}
      onDragOver={(event) => steps.length > 0 && event.preventDefault()}
      onDrop={drop}
    >
      <h3 className="board-head">
        <span className={`badge text-bg-${toneOf(ofColumn, column?.tags, value)}`}>{title}</span>
        <span className="text-body-secondary">{page?.totalCount ?? ''}</span>
        {sum && page && (
          <span className="ms-auto" title={sum.title}>
            {renderCell(page.totals[sum.field], { column: sum, labels: noLabels })}
          </span>
        )}
      </h3>
      {load.state === 'error' && <LoadProblem failure={load.failure} onRetry={load.reload} />}
      {page === null && load.state === 'loading' && <Spinner />}
      <ol className="board-cards">
        {page?.rows.map((row) => (
          <BoardCard key={row.id} {...{ board, row, frame, labels }} isDragged={dragged?.id === row.id} onDrag={onDrag} />
        ))}
      </ol>
      {page !== null && page.rows.length < page.totalCount && size < rowsMax && (
        <button type="button" className="btn btn-sm btn-link" onClick={() => setSize(Math.min(size + cardsAtOnce, rowsMax))}>
          再顯示 {Math.min(cardsAtOnce, page.totalCount - page.rows.length)} 筆
        </button>
      )}
    </section>
  )
}
