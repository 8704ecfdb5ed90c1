import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Executor } from './tables.ts'

/**
 * A named prepared statement, which every connection parses only once. Use it for the few statements that run all the time: parsing and
 * planning `select … from f($1, …)` costs about as much as running a small function.
 *
 * Write such a statement as a call of a function with named columns. The columns of a prepared statement must not change while the server
 * runs, and those of a `select *` change with a migration. A pooler between server and database must support named statements (PgBouncer
 * from 1.21).
 */
export interface PreparedStatement {
  readonly text: string
}

/** Names by text. The map stays small, because the statements are constants of the code. */
const names = new Map<string, string>()

/** @param text SQL with `$1`, `$2`, … */
export function prepared(text: string): PreparedStatement {
  names.set(text, `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`)
  return { text }
}

/** Name of a prepared statement; undefined for other statements. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/** Runs a prepared statement. Pass `jsonb` parameters as JSON texts. */
export async function runPrepared<Row>(db: Executor, { text }: PreparedStatement, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
