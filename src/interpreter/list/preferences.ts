import type { ResolvedColumn } from '../../language/resolved.ts'

/** Version of the stored shape; preferences of another one are dropped (design 3.6). */
export const preferencesVersion = 1

interface ColumnPreference {
  readonly field: string
  readonly hidden: boolean
}

/** What a user keeps about a list, on the server. `rest` is what this version of the console stores but does not use here. */
export interface ListPreferences {
  readonly columns: readonly ColumnPreference[]
  readonly rest: Readonly<Record<string, unknown>>
}

export const noPreferences: ListPreferences = { columns: [], rest: {} }

/** Reads stored preferences; anything that does not fit counts as none, for a list must open with or without them. */
export function parsePreferences(body: unknown): ListPreferences {
  if (typeof body !== 'object' || body === null || !('version' in body) || body.version !== preferencesVersion) return noPreferences
  const { columns, ...rest } = body as Readonly<Record<string, unknown>>
  return { columns: Array.isArray(columns) ? columns.filter(isColumnPreference) : [], rest }
}

export function formatPreferences({ columns, rest }: ListPreferences): Readonly<Record<string, unknown>> {
  return { ...rest, version: preferencesVersion, columns }
}

function isColumnPreference(value: unknown): value is ColumnPreference {
  return typeof value === 'object' && value !== null && 'field' in value && typeof value.field === 'string' && 'hidden' in value
}

/** The columns to show: the user's word first, else the document's. At least one stays. */
export function visibleColumns(columns: readonly ResolvedColumn[], preferences: ListPreferences): readonly ResolvedColumn[] {
  const shown = columns.filter((column) => !isHidden(column, preferences))
  return shown.length > 0 ? shown : columns.slice(0, 1)
}

export function isHidden(column: ResolvedColumn, preferences: ListPreferences): boolean {
  return preferences.columns.find((one) => one.field === column.field)?.hidden ?? column.hidden
}

/** Preferences with one column shown or hidden; what is stored about its width and place stays. */
export function withColumnHidden(preferences: ListPreferences, field: string, hidden: boolean): ListPreferences {
  const known = preferences.columns.some((one) => one.field === field)
  const columns = known
    ? preferences.columns.map((one) => (one.field === field ? { ...one, hidden } : one))
    : [...preferences.columns, { field, hidden }]
  return { ...preferences, columns }
}
