import type { Names } from '../catalog/known.ts'
import type { Finding, Place } from '../findings/source.ts'
import { withSuggestion } from '../findings/suggest.ts'

/** Checks that a role can have a full permission `area.resource.action`. Short permissions belong to the document's own screen. */
export function checkPermission(permission: string, place: Place, names: Names): readonly Finding[] {
  const [area = '', resource = '', action] = permission.split('.')
  if (action === undefined || area === '') return []
  const owner = `${area}.${resource}`
  if (names.grantable.has(permission)) return []
  if (names.resources.has(owner)) return [impossiblePermission(permission, owner, place, names)]
  return [
    {
      place,
      code: 'unknown-permission',
      message: `權限「${permission}」的資源「${owner}」不存在`,
      ...withSuggestion(owner, names.resources),
    },
  ]
}

/** The resource exists, but neither code nor a button of its screen has this action, so nobody can be granted the permission. */
function impossiblePermission(permission: string, owner: string, place: Place, names: Names): Finding {
  const known = [...names.grantable].filter((one) => one.startsWith(`${owner}.`))
  const actions = known.map((one) => one.slice(owner.length + 1)).join('、')
  const message = `沒有人能有權限「${permission}」：${owner} 只有 ${actions || '檢視'}`
  return { place, code: 'impossible-permission', message, ...withSuggestion(permission, known) }
}
