import { sql } from 'kysely'
import type { ValueKind } from '../model.ts'

/** A value of the API as a parameter of its column; JSON is sent as text with a cast, never as a driver array. */
export function columnValue(kind: ValueKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return kind === 'json' ? sql`${JSON.stringify(value)}::jsonb` : value
}

/** A value of a row as the API speaks of it: timestamps as ISO UTC with milliseconds, `null` for empty. */
export function storedValue(kind: ValueKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'dateTime') return (value instanceof Date ? value : new Date(String(value))).toISOString()
  return value
}
