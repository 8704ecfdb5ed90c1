import { type RawBuilder, sql } from 'kysely'

/**
 * Binds a value to a `jsonb` column. Always use it: the driver would turn a JavaScript array into a PostgreSQL array, and a text into
 * invalid JSON.
 */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}
