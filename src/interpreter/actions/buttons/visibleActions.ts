import { evaluate, type PredicateScope } from '../../../language/predicate/predicate.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import { isDenied } from '../../../rules/deniedActions.ts'

/**
 * The actions with these names, in this order. The server removes actions that the user may not use; the permission is checked again, so
 * that no button promises what the server refuses.
 */
export function permittedActions(
  names: readonly string[],
  screen: ResolvedScreen,
  permissions: ReadonlySet<string>,
): readonly ResolvedAction[] {
  return names.flatMap((name) => {
    const action = Object.hasOwn(screen.actions, name) ? screen.actions[name] : undefined
    return action !== undefined && permissions.has(action.permission) ? [action] : []
  })
}

/** True when the guard of an action holds and the server has not denied it. The server decides again on the locked row. */
export function guardHolds(action: ResolvedAction, scope: PredicateScope): boolean {
  return !isDenied(scope.row, action.name) && (action.guard === undefined || evaluate(action.guard, scope))
}
