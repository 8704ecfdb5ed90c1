import { rightsPermissions } from '../resolve/fieldRights.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { importPermission, importsRows } from '../rights/restrictScreen.ts'

/** The permissions with which `restrictScreen` leaves a screen whole, `view` first. */
export function screenPermissions(screen: ResolvedScreen): readonly string[] {
  const imports = Object.values(screen.forms).some((form) => Object.values(form.fields).some(importsRows)) ? [importPermission(screen)] : []
  const lookups = screen.list.filters.flatMap(({ lookup }) => (lookup ? [lookup.permission] : []))
  const actions = Object.values(screen.actions).map((action) => action.permission)
  return [...new Set([`${screen.resource}.view`, ...actions, ...lookups, ...imports, ...rightsPermissions(screen)])]
}
