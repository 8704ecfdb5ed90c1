import type { PredicateScope } from '../../language/predicate.ts'
import type { ResolvedAction, ResolvedScreen } from '../../language/resolved.ts'
import type { MenuAnchor } from '../actions/RowMenu.tsx'
import type { ListRow } from '../shared/calls/listPage.ts'

/** What all rows of a table share. One stable object, so that a memoised row compares one reference. */
export interface TableFrame {
  readonly screen: ResolvedScreen
  /** Check boxes exist only when there are bulk actions. */
  readonly selectable: boolean
  readonly expandable: boolean
  readonly hasRowActions: boolean
  /** Row actions the user may use at all; the guard is asked per row. */
  readonly rowActions: readonly ResolvedAction[]
  /** What a column's `link` runs; missing when the user may not. */
  readonly linkActions: { readonly view?: ResolvedAction; readonly edit?: ResolvedAction }
  /** Columns of the table including those for selection, number, details and actions. */
  readonly columnCount: number
  /** `user` and `now` of predicates; `row` is added per row. */
  readonly scope: PredicateScope
  readonly onToggleSelected: (id: string) => void
  readonly onToggleExpanded: (id: string) => void
  readonly onRunRowAction: (action: ResolvedAction, row: ListRow) => void
  readonly onOpenMenu: (anchor: MenuAnchor) => void
}
