import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Executor } from './tables.ts'

/**
 * A statement that every connection parses once and keeps (a named one of the protocol). For the few that run all the time: parsing and
 * planning `select … from f($1, …)` anew costs about as much as a small function does.
 *
 * Write them as calls of functions with named columns: what a kept statement returns must not change while the server runs, and a `select *`
 * from a table does with the next migration. Poolers between server and database must know named statements (PgBouncer from 1.21).
 */
export interface PreparedStatement {
  readonly text: string
}

/** By text. Statements are constants of the code, so there are no more of them than `prepared` is written. */
const names = new Map<string, string>()

/** @param text with `$1`, `$2`, … as it is sent */
export function prepared(text: string): PreparedStatement {
  names.set(text, `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`)
  return { text }
}

/** Name of a statement that is kept; undefined for all others. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/** Runs a kept statement; `jsonb` parameters are JSON texts. */
export async function runPrepared<Row>(db: Executor, { text }: PreparedStatement, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
