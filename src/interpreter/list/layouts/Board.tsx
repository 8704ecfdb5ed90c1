import { useMemo, useState } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { ListFilter } from '../../../language/listQueryFilters.ts'
import type { ResolvedBoard } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { useColumnLabels } from '../../shared/values/useColumnLabels.ts'
import { BoardLane } from './BoardLane.tsx'
import { columnsOf, type LayoutProps } from './layoutParts.ts'

interface BoardProps extends LayoutProps {
  readonly board: ResolvedBoard
}

/**
 * A column of cards for each value of a field. Each asks the list for its own rows, so that its number and total are those of all its
 * records. A card is dragged to where one of its steps leads, or moved by the buttons of these steps.
 */
export function Board({ board, frame, query, version }: BoardProps) {
  const { list } = frame.screen
  const filter = list.filters.find(({ field }) => field === board.by)
  const { options, state } = useDictionary(filter?.dictionary)
  const { label } = frame.screen.entity
  const columns = useMemo(() => columnsOf(list, [board.by, ...board.cards, label]), [board, list, label])
  const labels = useColumnLabels(columns)
  const [dragged, setDragged] = useState<ListRow | null>(null)
  const values = filter?.choices ?? options.map(({ key }) => key)
  const asked = query.filters.filter(({ field }) => field === board.by)
  const others = useMemo(() => ({ ...query, filters: query.filters.filter(({ field }) => field !== board.by) }), [query, board.by])
  const shown = values.filter((value) => asked.every((given) => allows(given, value)))
  if (values.length === 0 && state === 'loading') return <Spinner />
  if (shown.length === 0) return <EmptyState text={list.empty} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="board" tabIndex={0} aria-label={`${frame.screen.title}看板`}>
      {shown.map((value) => (
        <BoardLane key={value} {...{ board, value, frame, labels, version, dragged }} query={others} onDrag={setDragged} />
      ))}
    </section>
  )
}

function allows({ op, values }: ListFilter, value: string): boolean {
  return op === 'ne' ? !values.includes(value) : values.includes(value)
}
