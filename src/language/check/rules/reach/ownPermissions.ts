import type { EntityContext, Names, ScreenContext } from '../../../catalog/known.ts'
import type { Screen } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { partsOfUri, resourceOf } from '../../../resolve/api.ts'

/**
 * Checks that a screen uses permissions of its own resource. With a permission of another resource, everybody who has that permission for
 * something else could open the screen. Other permissions for buttons must be lent by the area that owns them.
 */
export function ownPermissions({ screen, names }: ScreenContext): readonly Finding[] {
  const actions = Object.entries(screen.actions ?? {}).flatMap(([name, { permission }]) =>
    checkLent(permission, [resourceOf(screen)], ['actions', name, 'permission'], names),
  )
  return [...checkResource(screen, names), ...actions]
}

/**
 * Steps of an entity without a table must use permissions of valid screens of that entity. For a table of the product, its area defines
 * them.
 */
export function ownStepPermissions({ entity, names }: EntityContext): readonly Finding[] {
  if (entity.table !== undefined) return []
  const own = (names.screensByEntity.get(entity.name) ?? []).filter((screen) => screen.entity === entity.name)
  const screens = own.filter((screen) => checkResource(screen, names).length === 0)
  const resources = screens.map(resourceOf)
  return Object.entries(entity.transitions ?? {}).flatMap(([name, { permission }]) =>
    checkLent(permission, resources, ['transitions', name, 'permission'], names),
  )
}

function checkLent(permission: string, resources: readonly string[], place: Place, names: Names): readonly Finding[] {
  if (!permission.includes('.')) return []
  const owner = permission.slice(0, permission.lastIndexOf('.'))
  if (resources.includes(owner) || !names.resources.has(owner)) return []
  const isLent = names.lentPermissions.some(
    (one) => one.permission === permission && one.screens.some((screen) => resources.includes(screen)),
  )
  if (isLent) return []
  const action = permission.slice(permission.lastIndexOf('.') + 1)
  const message = `「${permission}」是 ${owner} 的權限，不能借用；請用自己的權限，例如 "${action}"`
  return [{ place, code: 'borrowed-permission', message, suggestion: action }]
}

function checkResource(screen: Screen, names: Names): readonly Finding[] {
  const derived = resourceOf({ uri: screen.uri })
  const resource = resourceOf(screen)
  const place: Place = screen.permission === undefined ? ['uri'] : ['permission']
  const taken = (message: string): readonly Finding[] => [
    { place, code: 'borrowed-permission', message, ...(place[0] === 'permission' && withSuggestion(resource, [derived])) },
  ]
  if (screen.permission !== undefined && !resource.startsWith(`${partsOfUri(screen.uri).area}.`)) {
    return taken(`「${resource}」不是此畫面的權限，不能借用；省略 permission 即為 ${derived}`)
  }
  if (names.codeResources.has(resource) && screen.uri !== uriOf(resource)) {
    return taken(`權限「${resource}」屬於畫面 ${uriOf(resource)}，不能借用；請用其他路徑或權限名稱`)
  }
  const other = names.screensByResource.get(resource)?.find((one) => one.uri !== screen.uri && isAsOwn(one, screen))
  return other === undefined ? [] : taken(`權限「${resource}」也是畫面 ${other.uri} 的，兩個畫面不能共用；請用其他路徑或權限名稱`)
}

/** A screen with a resource by its address has precedence over one that only names it. Of two equal screens neither is served. */
function isAsOwn(other: Screen, screen: Screen): boolean {
  return other.permission === undefined || screen.permission !== undefined
}

/** The address of a screen whose permissions code defines: `/_company/companies`. Only settings have no underscore. */
function uriOf(resource: string): string {
  const [area, name] = resource.split('.')
  return area === 'settings' ? `/settings/${name}` : `/_${area}/${name}`
}
