import { sql } from 'kysely'
import type { ValueKind } from '../model.ts'

/** Converts a value of the API to a parameter for its column. JSON is sent as text with a cast, never as an array of the driver. */
export function columnValue(kind: ValueKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return kind === 'json' ? sql`${JSON.stringify(value)}::jsonb` : value
}

/** Converts a value of a row to the form of the API: timestamps as ISO UTC with milliseconds, `null` for empty. */
export function storedValue(kind: ValueKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'dateTime') return (value instanceof Date ? value : new Date(String(value))).toISOString()
  return value
}
