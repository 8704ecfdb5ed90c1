import type { ResolvedAction, ResolvedBoard } from '../../../language/resolved.ts'
import { guardHolds } from '../../actions/buttons/visibleActions.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import type { TableFrame } from '../table/tableFrame.ts'

/** The steps that lead a record to a value, of those that the user may take now. */
export function stepsTo(
  row: ListRow,
  value: string,
  frame: Pick<TableFrame, 'rowActions' | 'scope'>,
  moves: ResolvedBoard['moves'],
): readonly ResolvedAction[] {
  return frame.rowActions.filter(
    (action) => Object.hasOwn(moves, action.name) && moves[action.name] === value && guardHolds(action, { ...frame.scope, row }),
  )
}

/** True when a step leads the record anywhere else. */
export function canMove(row: ListRow, frame: Pick<TableFrame, 'rowActions' | 'scope'>, { by, moves }: ResolvedBoard): boolean {
  const here = String(fieldOf(row, by))
  return Object.values(moves).some((value) => value !== here && stepsTo(row, value, frame, moves).length > 0)
}
