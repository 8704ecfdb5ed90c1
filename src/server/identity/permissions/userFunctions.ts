import type { MenuGroup, MenuItem } from '../../../answers/account.ts'
import { groupScreens, type MenuEntry, type ScreenCatalog } from './screenSource.ts'

/** The menu of a user: the screens and pages that the user may view. Empty groups are left out (domain 4.0). */
export function userFunctions(catalog: ScreenCatalog, permissions: ReadonlySet<string>): readonly MenuGroup[] {
  return groupScreens(catalog)
    .map(({ entries, ...head }) => ({ ...head, subFunctions: entries.filter((entry) => isVisible(entry, permissions)).map(toFunction) }))
    .filter((group) => group.subFunctions.length > 0)
}

function isVisible(entry: MenuEntry, permissions: ReadonlySet<string>): boolean {
  if (entry.kind === 'screen') return permissions.has(`${entry.screen.resource}.view`)
  return entry.page.permission === undefined || permissions.has(entry.page.permission)
}

function toFunction(entry: MenuEntry): MenuItem {
  if (entry.kind === 'page') return { displayName: entry.page.displayName, uri: entry.uri, matIcon: entry.page.matIcon }
  const { uri, icon } = entry.screen
  return { displayName: entry.displayName, uri, matIcon: icon }
}
