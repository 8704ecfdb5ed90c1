import type { ResolvedScreen } from '../../language/resolved.ts'
import { restrictScreen } from '../../language/restrictScreen.ts'
import type { Actor } from '../platform/actor.ts'
import { apiError } from '../platform/errors.ts'

const restrictedScreens = new WeakMap<ResolvedScreen, Map<string, ResolvedScreen | null>>()

/**
 * Restricts a screen to what the actor may see and do. Users with the same permissions share one object, so that everything derived from it
 * is computed once.
 *
 * @throws M12 when the actor may not open the screen
 */
export function restrictScreenTo(screen: ResolvedScreen, actor: Actor): ResolvedScreen {
  const known = restrictedScreens.get(screen) ?? new Map<string, ResolvedScreen | null>()
  restrictedScreens.set(screen, known)
  const isLimited = actor.readableCompanyNos !== null
  const key = `${isLimited} ${[...actor.permissions].sort().join(' ')}`
  const restricted = known.get(key) ?? restrictAnew(screen, actor.permissions, isLimited)
  known.set(key, restricted)
  if (!restricted) throw apiError('M12')
  return restricted
}

/**
 * Restricts a screen. For users who see only their own records, filters that look up personal data are removed, and required filters that
 * are unnecessary for so few records are dropped, whatever their roles are.
 */
function restrictAnew(screen: ResolvedScreen, permissions: ReadonlySet<string>, isLimited: boolean): ResolvedScreen | null {
  const restricted = restrictScreen(screen, permissions)
  if (!isLimited || !restricted) return restricted
  const { needs, ...list } = restricted.list
  const filters = list.filters.filter((filter) => filter.lookup === undefined)
  return { ...restricted, list: { ...list, filters, ...(needs && !needs.isScoped && { needs }) } }
}
