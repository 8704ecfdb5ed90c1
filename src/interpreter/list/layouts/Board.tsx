import { useCallback, useMemo, useState } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { ListFilter } from '../../../language/query/listQueryFilters.ts'
import type { ResolvedBoard } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { useColumnLabels } from '../../shared/labels/useColumnLabels.ts'
import { BoardLane } from './BoardLane.tsx'
import { columnsOf, type LayoutProps } from './layoutParts.ts'

interface BoardProps extends LayoutProps {
  readonly board: ResolvedBoard
  /** Number of all records of the list; null while it is unknown. */
  readonly totalCount: number | null
}

/**
 * A column of cards for each value of a field. Each asks the list for its own rows, so that its number and total are those of all its
 * records. A card is dragged to where one of its steps leads, or moved by the buttons of these steps.
 */
export function Board({ board, frame, query, version, totalCount }: BoardProps) {
  const { list } = frame.screen
  const filter = list.filters.find(({ field }) => field === board.by)
  const { options, state } = useDictionary(filter?.dictionary)
  const { label } = frame.screen.entity
  const columns = useMemo(() => columnsOf(list, [board.by, ...board.cards, label]), [board, list, label])
  const labels = useColumnLabels(columns)
  const [dragged, setDragged] = useState<ListRow | null>(null)
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const onCount = useCallback((value: string, count: number) => setCounts((before) => new Map(before).set(value, count)), [])
  const values = filter?.choices ?? options.map(({ key }) => key)
  const asked = query.filters.filter(({ field }) => field === board.by)
  const others = useMemo(() => ({ ...query, filters: query.filters.filter(({ field }) => field !== board.by) }), [query, board.by])
  const shown = values.filter((value) => asked.every((given) => allows(given, value)))
  if (values.length === 0 && state === 'loading') return <Spinner />
  if (shown.length === 0) return <EmptyState text={list.empty} />
  const elsewhere = shown.every((value) => counts.has(value))
    ? (totalCount ?? 0) - shown.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
    : 0
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="board" tabIndex={0} aria-label={`${frame.screen.title}看板`}>
        {shown.map((value) => (
          <BoardLane key={value} {...{ board, value, frame, labels, version, dragged, onCount }} query={others} onDrag={setDragged} />
        ))}
      </section>
      {elsewhere > 0 && (
        <p className="small text-body-secondary mt-2 mb-0" role="status">
          另有 {elsewhere} 筆的「{filter?.title}」沒有值，或不在選項中，請以清單查看。
        </p>
      )}
    </>
  )
}

function allows({ op, values }: ListFilter, value: string): boolean {
  return op === 'ne' ? !values.includes(value) : values.includes(value)
}
