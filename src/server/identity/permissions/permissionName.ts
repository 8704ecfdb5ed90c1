/** A permission string split into its parts: `{area}.{resource}.{action}` (domain 6). */
export interface PermissionParts {
  /** `company.companies` */
  readonly resource: string
  /** `approve` */
  readonly action: string
}

/** Splits a permission string; undefined when it is not valid. */
export function parsePermission(permission: string): PermissionParts | undefined {
  const match = /^([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)$/.exec(permission)
  return match?.[1] && match[2] ? { resource: match[1], action: match[2] } : undefined
}

/** Sorts permissions, removes duplicates, and adds `view` for every resource (domain 4.3). */
export function withForcedView(permissions: readonly string[]): readonly string[] {
  const all = new Set(permissions)
  for (const permission of permissions) {
    const parts = parsePermission(permission)
    if (parts) all.add(`${parts.resource}.view`)
  }
  return [...all].sort()
}
