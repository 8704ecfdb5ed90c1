import type { MenuGroup, MenuItem } from '../../answers/account.ts'

/** Where a path stands in the menu, for breadcrumb and title. */
export interface MenuPlace {
  readonly group: MenuGroup
  readonly item: MenuItem
}

export function findMenuPlace(groups: readonly MenuGroup[], uri: string): MenuPlace | undefined {
  for (const group of groups) {
    const item = group.subFunctions.find((candidate) => candidate.uri === uri)
    if (item) return { group, item }
  }
  return undefined
}
