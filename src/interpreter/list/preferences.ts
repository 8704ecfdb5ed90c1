import type { ColumnPreference, Preferences, SavedView } from '../../answers/preferences.ts'

/** Version of the stored shape; preferences of another one are dropped. */
const preferencesVersion = 2

/** What a user keeps about a list, on the server. */
export interface ListPreferences {
  /** In the user's order. */
  readonly columns: readonly ColumnPreference[]
  readonly pageSize: number | null
  readonly views: readonly SavedView[]
  /** Opened when the address says nothing: the id of a saved view, or the name of a shipped one. */
  readonly defaultView: string | null
}

export const noPreferences: ListPreferences = { columns: [], pageSize: null, views: [], defaultView: null }

/** Reads stored preferences; anything that does not fit counts as none, for a list must open with or without them. */
export function parsePreferences(body: unknown): ListPreferences {
  if (!isObject(body) || body.version !== preferencesVersion) return noPreferences
  const { columns, pageSize, views, defaultView } = body
  return {
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
  const { id, name, query, columns } = view
  if (typeof id !== 'string' || typeof name !== 'string' || typeof query !== 'string') return []
  return [{ id, name, query, ...(columns === undefined ? {} : { columns: parseColumns(columns) }) }]
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
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
