import { cutScreen } from '../../language/cutScreen.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError } from '../platform/errors.ts'

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
  const isLimited = actor.readableCompanyNos !== null
  const key = `${isLimited} ${[...actor.permissions].sort().join(' ')}`
  const cut = known.get(key) ?? cutFresh(screen, actor.permissions, isLimited)
  known.set(key, cut)
  if (!cut) throw apiError('M12')
  return cut
}

/** Who sees only its own records need not name them, and looks up no personal data, whatever its role was given. */
function cutFresh(screen: ResolvedScreen, permissions: ReadonlySet<string>, isLimited: boolean): ResolvedScreen | null {
  const cut = cutScreen(screen, permissions)
  if (!isLimited || !cut) return cut
  const { needs, ...list } = cut.list
  const filters = list.filters.filter((filter) => filter.lookup === undefined)
  return { ...cut, list: { ...list, filters, ...(needs && !needs.isScoped && { needs }) } }
}
