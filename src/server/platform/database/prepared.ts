import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Executor, Trx } from './tables.ts'

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

/** How often each statement of a long work ran, and the names of those that ran again and again. */
interface Repeats {
  readonly work: number
  readonly counts: Map<string, number>
  readonly names: Map<string, string>
}

const repeats = new AsyncLocalStorage<Repeats>()
/** Names are never used again, because the client remembers which ones its session has had. */
let works = 0
/** Most statements that run three times run a hundred times. */
const repeatedFrom = 3
const mayBePrepared = /^\s*(?:select|insert|update|delete|with)\b/

/**
 * Runs a long work of one transaction, which says the same few hundred statements thousands of times; they are prepared meanwhile. The work
 * may not change columns.
 */
export function preparingRepeats<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  works += 1
  const state: Repeats = { work: works, counts: new Map(), names: new Map() }
  return repeats.run(state, async () => {
    // The planner would plan some of them anew at every run, for the sake of a plan that their values make a little better.
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(trx)
    const result = await work()
    // After a failure the session keeps them until it ends, because a transaction that failed takes no statement.
    await forget(trx, prefixOf(state))
    return result
  })
}

const prefixOf = ({ work }: Repeats) => `repeated_${work}_`

/** Asks for those that are there: a pooler in between gives them names of its own, and drops them by itself. */
async function forget(trx: Trx, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements where starts_with(name, ${prefix})`.execute(trx)
  if (rows.length > 0) await sql.raw(rows.map(({ name }) => `deallocate ${name}`).join('; ')).execute(trx)
}

function repeatedName(text: string): string | undefined {
  const state = repeats.getStore()
  if (!state || !mayBePrepared.test(text)) return undefined
  const count = (state.counts.get(text) ?? 0) + 1
  state.counts.set(text, count)
  if (count < repeatedFrom) return undefined
  const name = state.names.get(text) ?? `${prefixOf(state)}${state.names.size}`
  state.names.set(text, name)
  return name
}

/** Name of a prepared statement; undefined for other statements. Called once for each run of a statement. */
export function preparedName(text: string): string | undefined {
  return names.get(text) ?? repeatedName(text)
}

/** Runs a prepared statement. Pass `jsonb` parameters as JSON texts. */
export async function runPrepared<Row>(db: Executor, { text }: PreparedStatement, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
