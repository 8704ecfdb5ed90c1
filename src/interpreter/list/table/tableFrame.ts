import type { PredicateScope } from '../../../language/predicate/predicate.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import type { MenuAnchor } from '../../actions/buttons/RowMenu.tsx'
import type { ListRow } from '../../shared/calls/listPage.ts'
import type { OpenedCell } from '../../shared/records/openForm.ts'

/** What all rows of a table share. One stable object, so that a memoised row compares one reference. */
export interface TableFrame {
  readonly screen: ResolvedScreen
  /** Check boxes exist only when there are bulk actions. */
  readonly selectable: boolean
  readonly expandable: boolean
  readonly hasRowActions: boolean
  /** Row actions that the user may use; their guards are checked per row. */
  readonly rowActions: readonly ResolvedAction[]
  /** Actions behind the `link` of columns; absent when the user may not use them. */
  readonly linkActions: { readonly view?: ResolvedAction; readonly edit?: ResolvedAction }
  /** Columns whose value can be changed in the row, if the guard of `linkActions.edit` holds for it. */
  readonly inlineFields: ReadonlySet<string>
  /** Number of table columns, including those for selection, number, details and actions. */
  readonly columnCount: number
  /** `user` and `now` for predicates; `row` is added for each row. */
  readonly scope: PredicateScope
  readonly onToggleSelected: (id: string) => void
  readonly onToggleExpanded: (id: string) => void
  readonly onRunRowAction: (action: ResolvedAction, row: ListRow) => void
  readonly onEditCell: (row: ListRow, cell: OpenedCell) => void
  readonly onOpenMenu: (anchor: MenuAnchor) => void
}
