import type { ResolvedAction } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { arrangeRowActions, inOrderOfWeight } from './actionOrder.ts'
import type { MenuAnchor } from './RowMenu.tsx'

interface RowActionsProps {
  readonly actions: readonly ResolvedAction[]
  readonly row: ListRow
  readonly onRun: (action: ResolvedAction, row: ListRow) => void
  /** Opens the table's 更多 menu; null draws all buttons side by side. */
  readonly onOpenMenu: ((anchor: MenuAnchor) => void) | null
}

/** Buttons of one row: the most likely step, and the table's menu for the others. A wider column would hide the content of the rows. */
export function RowActions({ actions, row, onRun, onOpenMenu }: RowActionsProps) {
  const { main, rest } = arrangeRowActions(actions)
  const shown = onOpenMenu === null ? inOrderOfWeight(actions) : main === null ? [] : [main]
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
          className="btn btn-sm btn-outline-secondary list-action-more"
          aria-haspopup="menu"
          aria-label="更多"
          title="更多"
          onClick={(event) => onOpenMenu({ button: event.currentTarget, actions: rest, row })}
        >
          ⋯
        </button>
      )}
    </div>
  )
}
