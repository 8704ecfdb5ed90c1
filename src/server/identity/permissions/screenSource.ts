import type { Entity } from '../../../language/documents/entity.ts'
import type { FieldRights } from '../../../language/resolved.ts'

/** The part of the documents that menu and permission tree need. `Catalog` of the language has this shape. */
export interface ScreenCatalog {
  readonly screens: ReadonlyMap<string, MenuScreen>
  readonly menu: MenuDocument | null
  /** Entities of the screens by name; without them, no screen is known to show records of one merchant only, or masked ones. */
  readonly entities?: ReadonlyMap<string, Pick<Entity, 'table' | 'scope'> & Partial<Pick<Entity, 'properties'>>>
}

export interface MenuScreen {
  readonly uri: string
  readonly title: string
  readonly icon: string
  /** `company.companies` */
  readonly resource: string
  readonly entity?: { readonly name: string }
  readonly actions: Readonly<Record<string, { readonly label: string; readonly permission: string }>>
  /** Searches for complete values of masked fields need a permission. */
  readonly list?: { readonly filters: readonly { readonly title: string; readonly lookup?: { readonly permission: string } }[] }
  /** Permissions that its fields need besides. */
  readonly rights?: FieldRights
}

export interface MenuDocument {
  readonly groups: readonly MenuGroup[]
}

export interface MenuGroup {
  readonly uri: string
  readonly displayName: string
  readonly matIcon: string
  readonly items: readonly MenuItem[]
}

/** A menu item: a screen by name, a screen with a different name in the menu, or a page that is not drawn from a document. */
export type MenuItem = string | NamedScreen | MenuPage

export interface NamedScreen {
  readonly screen: string
  readonly displayName: string
}

export interface MenuPage {
  readonly page: string
  readonly displayName: string
  readonly matIcon: string
  /** Full permission string; without one, every user sees the page. */
  readonly permission?: string
}

/** One entry of a group, in the order of the menu. */
export type MenuEntry =
  | { readonly kind: 'screen'; readonly displayName: string; readonly screen: MenuScreen }
  | { readonly kind: 'page'; readonly uri: string; readonly page: MenuPage }

export interface GroupEntries {
  readonly uri: string
  readonly displayName: string
  readonly matIcon: string
  readonly entries: readonly MenuEntry[]
}

/**
 * The groups with their entries: first those that the menu names, then the other screens of the group, so that a new document appears
 * without a change of the menu. Groups that the menu does not have come last, under their uri.
 */
export function groupScreens({ screens, menu }: ScreenCatalog): readonly GroupEntries[] {
  const known = menu?.groups ?? []
  const groupUris = new Set(known.map((group) => group.uri))
  const others = [...new Set([...screens.keys()].map(groupOf))].filter((uri) => !groupUris.has(uri)).sort()
  const further = others.map((uri) => ({ uri, displayName: uri.replace(/^\/_?/, ''), matIcon: 'folder', items: [] }))
  return [...known, ...further].map((group) => ({ ...pickHead(group), entries: entriesOf(group, screens) }))
}

function entriesOf(group: MenuGroup, screens: ScreenCatalog['screens']): readonly MenuEntry[] {
  const named = group.items.flatMap((item) => entryOf(group, item, screens))
  const namedUris = new Set(named.map((entry) => (entry.kind === 'screen' ? entry.screen.uri : entry.uri)))
  const rest = [...screens.values()].filter((screen) => groupOf(screen.uri) === group.uri && !namedUris.has(screen.uri))
  return [...named, ...rest.map((screen) => ({ kind: 'screen', displayName: screen.title, screen }) as const)]
}

/** No entry for a screen whose document is missing or faulty. */
function entryOf(group: MenuGroup, item: MenuItem, screens: ScreenCatalog['screens']): readonly MenuEntry[] {
  if (typeof item === 'object' && 'page' in item) return [{ kind: 'page', uri: `${group.uri}/${item.page}`, page: item }]
  const screen = screens.get(`${group.uri}/${typeof item === 'string' ? item : item.screen}`)
  if (!screen) return []
  return [{ kind: 'screen', displayName: typeof item === 'string' ? screen.title : item.displayName, screen }]
}

function pickHead({ uri, displayName, matIcon }: MenuGroup) {
  return { uri, displayName, matIcon }
}

/** `/_company/companies` belongs to `/_company`. */
function groupOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'))
}
