import { Link } from 'react-router-dom'
import type { TileData } from '../../answers/dashboards.ts'
import { formatPoints } from '../../client/format.ts'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import { Icon } from '../../client/parts/Icon.tsx'

/** Work that is there to do; each kind leads to the list that shows it. */
export function TodoTile({ data: { items = [] } }: { readonly data: TileData }) {
  if (items.length === 0) return <EmptyState text="都處理好了" icon="task_alt" />
  return (
    <ul className="tile-todo-list">
      {items.map(({ title, count, link }) => (
        <li key={title}>
          <Link to={link}>
            <span>{title}</span>
            <strong>{formatPoints(count)}</strong>
            <Icon name="chevron_right" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
