import { userType } from '../../../rules/codes.generated.ts'
import { merchantPermissions } from './defaultRoles.ts'
import { parsePermission } from './permissionName.ts'
import type { ScreenCatalog } from './screenSource.ts'

/**
 * The rule for what a role of users outside the platform may have: what the default merchant role has; for merchants also the screens that
 * analysts have added for records that belong to a merchant. The engine shows a merchant no others, also after the document has changed.
 *
 * @param forType type of the users of the role, not staff
 */
export function outsideGrants(catalog: ScreenCatalog, forType: string): (permission: string) => boolean {
  const resources = new Set(forType === userType.merchant ? scopedResources(catalog) : [])
  return (permission) => merchantPermissions.has(permission) || resources.has(parsePermission(permission)?.resource ?? '')
}

/** Resources of screens whose records are stored without a table and belong to a merchant. Tables are opened by the matrix alone. */
function scopedResources({ screens, entities }: ScreenCatalog): readonly string[] {
  return [...screens.values()].flatMap(({ resource, entity }) => {
    const document = entity && entities?.get(entity.name)
    return document && document.table === undefined && document.scope !== undefined ? [resource] : []
  })
}
