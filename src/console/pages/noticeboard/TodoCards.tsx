import { Link } from 'react-router-dom'
import { formatPoints } from '../../../client/format.ts'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { Icon } from '../../../client/parts/Icon.tsx'
import { listTodoCards } from './noticeboardCalls.ts'

/** 待辦事項: one card for each kind of work that waits for this user; nothing at all when none does. */
export function TodoCards() {
  const { state, data: cards, failure, reload } = useLoad(listTodoCards, [])
  if (state === 'error') return <LoadProblem failure={failure} onRetry={reload} />
  if (cards === null || cards.length === 0) return null
  return (
    <section aria-labelledby="todo-title" className="mb-4">
      <h2 id="todo-title" className="h6 text-body-secondary">
        待辦事項
      </h2>
      <ul className="todo-grid">
        {cards.map((card) => (
          <li key={card.key}>
            <Link to={card.uri} className="card todo-card">
              <span className="todo-count">{formatPoints(card.count)}</span>
              <span className="flex-grow-1">{card.title}</span>
              <Icon name="chevron_right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
