import type { ColumnPreference, OwnRole, Preferences, SavedView, SharedView } from '../../../answers/preferences.ts'
import { pageSizeMax } from '../../../language/query/listQuery.ts'

/** Version of the stored format; preferences in another version are dropped. */
const preferencesVersion = 2

/** A user's settings for a list, stored on the server. */
export interface ListPreferences {
  /** In the order of the user. */
  readonly columns: readonly ColumnPreference[]
  readonly pageSize: number | null
  readonly views: readonly SavedView[]
  /** View that opens when the address has no query: id of a user's view, or name of one in the document. */
  readonly defaultView: string | null
  /** Views of others with the same role. */
  readonly shared: readonly SharedView[]
  /** With whom the user may share. */
  readonly roles: readonly OwnRole[]
}

/** What a change makes of preferences, whichever they are. */
export type PreferencesStep = (kept: ListPreferences) => Partial<ListPreferences>

export const noPreferences: ListPreferences = { columns: [], pageSize: null, views: [], defaultView: null, shared: [], roles: [] }

/** Parses stored preferences. Anything invalid counts as none, because a list has to open in any case. */
export function parsePreferences(body: unknown): ListPreferences {
  if (!isObject(body)) return noPreferences
  const ofOthers = {
    shared: Array.isArray(body.shared) ? body.shared.flatMap(parseShared) : [],
    roles: Array.isArray(body.roles) ? body.roles.flatMap(parseRole) : [],
  }
  if (body.version !== preferencesVersion) return { ...noPreferences, ...ofOthers }
  const { columns, pageSize, views, defaultView } = body
  return {
    ...ofOthers,
    columns: parseColumns(columns),
    pageSize: isPageSize(pageSize) ? pageSize : null,
    views: Array.isArray(views) ? views.flatMap(parseView) : [],
    defaultView: typeof defaultView === 'string' ? defaultView : null,
  }
}

export function formatPreferences({ columns, pageSize, views, defaultView }: ListPreferences): Preferences {
  return {
    version: preferencesVersion,
    columns,
    views,
    ...(pageSize === null ? {} : { pageSize }),
    ...(defaultView === null ? {} : { defaultView }),
  }
}

function parseView(view: unknown): readonly SavedView[] {
  if (!isObject(view)) return []
  const { id, name, query, columns, layout, sharedWith } = view
  if (typeof id !== 'string' || typeof name !== 'string' || typeof query !== 'string') return []
  return [
    {
      ...{ id, name, query },
      ...(columns === undefined ? {} : { columns: parseColumns(columns) }),
      ...(typeof layout === 'string' && { layout }),
      ...(typeof sharedWith === 'string' && { sharedWith }),
    },
  ]
}

function parseShared(view: unknown): readonly SharedView[] {
  const [own] = parseView(view)
  const owner = isObject(view) ? view.owner : undefined
  if (own === undefined || typeof owner !== 'string') return []
  const { sharedWith: _role, ...shared } = own
  return [{ ...shared, owner }]
}

function parseRole(role: unknown): readonly OwnRole[] {
  if (!isObject(role) || typeof role.roleCode !== 'string' || typeof role.roleName !== 'string') return []
  return [{ roleCode: role.roleCode, roleName: role.roleName }]
}

function parseColumns(columns: unknown): readonly ColumnPreference[] {
  return Array.isArray(columns) ? columns.flatMap(parseColumn) : []
}

function parseColumn(column: unknown): readonly ColumnPreference[] {
  if (!isObject(column) || typeof column.field !== 'string') return []
  const { field, hidden, width, pin } = column
  return [
    {
      field,
      ...(typeof hidden === 'boolean' ? { hidden } : {}),
      ...(typeof width === 'number' ? { width } : {}),
      ...(pin === 'start' || pin === 'end' || pin === null ? { pin } : {}),
    },
  ]
}

function isPageSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= pageSizeMax
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
