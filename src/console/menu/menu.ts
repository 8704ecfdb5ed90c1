/** An item of the side menu as the server cuts it to the user (specification, section 3). */
export interface MenuItem {
  readonly displayName: string
  readonly uri: string
  readonly matIcon: string
}

export interface MenuGroup extends MenuItem {
  readonly subFunctions: readonly MenuItem[]
}

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
