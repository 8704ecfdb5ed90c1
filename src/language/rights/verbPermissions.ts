import type { ApiVerb } from '../documents/vocabulary.ts'
import type { ResolvedScreen } from '../resolved.ts'

/** The last part of the permission that a verb needs. Null: each transition has its own permission, which the engine checks. */
const verbPermissions = {
  list: 'view',
  get: 'view',
  history: 'view',
  children: 'view',
  choices: 'view',
  create: 'create',
  update: 'edit',
  delete: 'delete',
  export: 'export',
  import: 'import',
  importExample: 'import',
  report: 'view',
  transition: null,
  bulk: null,
} as const satisfies Record<ApiVerb, string | null>

type PermissionSource = Pick<ResolvedScreen, 'resource' | 'createPermission'>

/** The full permission that a verb of a screen needs. Null: each transition has its own permission, which the engine checks. */
export function permissionOfVerb(screen: PermissionSource, verb: Exclude<ApiVerb, 'transition' | 'bulk'>): string
export function permissionOfVerb(screen: PermissionSource, verb: ApiVerb): string | null
export function permissionOfVerb(screen: PermissionSource, verb: ApiVerb): string | null {
  const part = verbPermissions[verb]
  if (part === 'create' && screen.createPermission !== undefined) return screen.createPermission
  return part === null ? null : `${screen.resource}.${part}`
}

/** True when a verb of a screen is for users with these permissions; true for the verbs of transitions, each of which has its own. */
export function mayCall(screen: PermissionSource, verb: ApiVerb, permissions: ReadonlySet<string>): boolean {
  const permission = permissionOfVerb(screen, verb)
  return permission === null || permissions.has(permission)
}
