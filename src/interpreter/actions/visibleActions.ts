import { evaluate, type PredicateScope } from '../../language/predicate.ts'
import type { ResolvedAction, ResolvedScreen } from '../../language/resolved.ts'
import { isDenied } from '../../rules/deniedActions.ts'

/**
 * The actions behind names, in their order. A name without an action was cut away by the server because the user may not use it;
 * the permission is asked again, so that a button never promises what the server refuses.
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

/** Whether the guard of an action holds and the server did not say that it refuses it; it decides again on the locked row. */
export function guardHolds(action: ResolvedAction, scope: PredicateScope): boolean {
  return !isDenied(scope.row, action.name) && (action.guard === undefined || evaluate(action.guard, scope))
}
