/** A permission string in its parts: `{area}.{resource}.{action}` (domain 6). */
export interface PermissionParts {
  /** `company.companies` */
  readonly resource: string
  /** `approve` */
  readonly action: string
}

/** The parts of a permission string, or undefined when it is none. */
export function parsePermission(permission: string): PermissionParts | undefined {
  const match = /^([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/.exec(permission)
  return match?.[1] && match[2] ? { resource: match[1], action: match[2] } : undefined
}

/** The permissions in order without doubles; whoever may do something in a resource may also view it (domain 4.3). */
export function withForcedView(permissions: readonly string[]): readonly string[] {
  const all = new Set(permissions)
  for (const permission of permissions) {
    const parts = parsePermission(permission)
    if (parts) all.add(`${parts.resource}.view`)
  }
  return [...all].sort()
}
