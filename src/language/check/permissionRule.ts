import type { Names } from './known.ts'
import type { Finding, Place } from './source.ts'
import { withSuggestion } from './suggest.ts'

/** A whole permission `area.resource.action` names a resource that exists; short ones belong to the document's own. */
export function checkPermission(permission: string, place: Place, names: Names): readonly Finding[] {
  const [area = '', resource = '', action] = permission.split('.')
  if (action === undefined || area === '') return []
  const owner = `${area}.${resource}`
  if (names.resources.has(owner)) return []
  return [
    {
      place,
      code: 'unknown-permission',
      message: `權限「${permission}」的資源「${owner}」不存在`,
      ...withSuggestion(owner, names.resources),
    },
  ]
}
