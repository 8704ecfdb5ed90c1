import type { ResolvedAction } from '../../../language/resolved.ts'
import { isChangeDecision } from '../../../rules/waitingChange.ts'

/** True for a decision on a change that waits, which is shown with what it changes. */
export function isDecision(action: ResolvedAction): boolean {
  return action.kind === 'transition' && isChangeDecision(action.transition)
}
