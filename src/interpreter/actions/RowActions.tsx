import type { ResolvedAction } from '../../language/resolved.ts'
import type { ListRow } from '../list/listPage.ts'
import type { MenuAnchor } from './RowMenu.tsx'

/** More actions than this go into 更多. */
const buttonsMax = 2

interface RowActionsProps {
  readonly actions: readonly ResolvedAction[]
  readonly row: ListRow
  readonly onRun: (action: ResolvedAction, row: ListRow) => void
  /** Opens the table's 更多 menu; null draws all buttons side by side. */
  readonly onOpenMenu: ((anchor: MenuAnchor) => void) | null
}

/** Buttons of one row: the first two, and the rest in the table's one menu. */
export function RowActions({ actions, row, onRun, onOpenMenu }: RowActionsProps) {
  const shown = onOpenMenu === null ? actions : actions.slice(0, buttonsMax)
  const rest = actions.slice(shown.length)
  return (
    <div className="list-action-buttons">
      {shown.map((action) => (
        <button key={action.name} type="button" className={`btn btn-sm btn-outline-${action.tone}`} onClick={() => onRun(action, row)}>
          {action.label}
        </button>
      ))}
      {onOpenMenu !== null && rest.length > 0 && (
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary dropdown-toggle list-action-more"
          aria-haspopup="menu"
          onClick={(event) => onOpenMenu({ button: event.currentTarget, actions: rest, row })}
        >
          更多
        </button>
      )}
    </div>
  )
}
