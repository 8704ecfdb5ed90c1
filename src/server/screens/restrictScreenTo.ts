import { cannotHold } from '../../language/predicate/cannotHold.ts'
import { userScope } from '../../language/predicate/scope.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { restrictScreen } from '../../language/rights/restrictScreen.ts'
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
  const emptyViews = viewsWithoutRecords(screen, actor)
  const key = [isLimited, ...emptyViews, ...[...actor.permissions].sort()].join(' ')
  const restricted = known.get(key) ?? withoutViews(restrictAnew(screen, actor.permissions, isLimited), emptyViews)
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

/** Names of the views in which this user would never see a record, because a condition on the user alone fails. */
function viewsWithoutRecords(screen: ResolvedScreen, actor: Actor): readonly string[] {
  const user = userScope(actor)
  return screen.list.views.filter(({ filter }) => cannotHold(filter, user)).map(({ name }) => name)
}

function withoutViews(screen: ResolvedScreen | null, names: readonly string[]): ResolvedScreen | null {
  if (names.length === 0 || !screen) return screen
  return { ...screen, list: { ...screen.list, views: screen.list.views.filter(({ name }) => !names.includes(name)) } }
}
