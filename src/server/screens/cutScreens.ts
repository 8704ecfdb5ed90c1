import { cutScreen } from '../../language/cutScreen.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'
import { refuse } from '../platform/errors.ts'

const cuts = new WeakMap<ResolvedScreen, Map<string, ResolvedScreen | null>>()

/**
 * The screen as the actor may have it; people with the same permissions share one object, so that what is derived from it is
 * computed once.
 *
 * @throws M12 when the actor may not open it
 */
export function cutFor(screen: ResolvedScreen, actor: Actor): ResolvedScreen {
  const known = cuts.get(screen) ?? new Map<string, ResolvedScreen | null>()
  cuts.set(screen, known)
  const key = [...actor.permissions].sort().join(' ')
  const cut = known.get(key) ?? cutScreen(screen, actor.permissions)
  known.set(key, cut)
  if (!cut) throw refuse('M12')
  return cut
}
