import { groupScreens, type MenuEntry, type ScreenCatalog } from './screenSource.ts'

/** An item of the side menu (specification, section 3). */
export interface UserFunction {
  readonly displayName: string
  readonly uri: string
  readonly matIcon: string
  readonly subFunctions: readonly SubFunction[]
}

export interface SubFunction {
  readonly displayName: string
  readonly uri: string
  readonly matIcon: string
}

/** The menu of a user: screens and pages it may view; a group without items is left out (domain 4.0). */
export function userFunctions(catalog: ScreenCatalog, permissions: ReadonlySet<string>): readonly UserFunction[] {
  return groupScreens(catalog)
    .map(({ entries, ...head }) => ({ ...head, subFunctions: entries.filter((entry) => isVisible(entry, permissions)).map(toFunction) }))
    .filter((group) => group.subFunctions.length > 0)
}

function isVisible(entry: MenuEntry, permissions: ReadonlySet<string>): boolean {
  if (entry.kind === 'screen') return permissions.has(`${entry.screen.resource}.view`)
  return entry.page.permission === undefined || permissions.has(entry.page.permission)
}

function toFunction(entry: MenuEntry): SubFunction {
  if (entry.kind === 'page') return { displayName: entry.page.displayName, uri: entry.uri, matIcon: entry.page.matIcon }
  const { uri, icon } = entry.screen
  return { displayName: entry.displayName, uri, matIcon: icon }
}
