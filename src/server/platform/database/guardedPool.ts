import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { preparedName } from './prepared.ts'
import { isDiskFull } from './shortage.ts'
import type { StorageState } from './storageState.ts'
import { currentPace, inBackground, isEssential, type Pace } from './workKind.ts'

interface OpenTransaction {
  open: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()
const outside: OpenTransaction = { open: false }

/** True while the calling code runs inside `transact`. */
function isInTransaction(): boolean {
  return transactions.getStore()?.open === true
}

/** Runs `work` inside a transaction. Until it settles, any other use of the database by `work` throws. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state: OpenTransaction = { open: true }
  try {
    return await transactions.run(state, work)
  } finally {
    state.open = false
  }
}

/** Runs `work` as if called outside the transaction; for timers and background work that are started inside one. */
export function outsideTransaction<T>(work: () => T): T {
  return transactions.run(outside, () => inBackground(work))
}

/** Thrown when code inside a transaction asks for another connection. With a pool of one connection it would wait for itself for ever. */
class NestedDatabaseUseError extends Error {
  constructor() {
    super('the database was used inside a transaction without its `trx` (or a second transaction was opened)')
    this.name = 'NestedDatabaseUseError'
  }
}

/** Thrown when a statement failed inside a transaction and the error was swallowed, because the COMMIT then silently became a ROLLBACK. */
class LostTransactionError extends Error {
  constructor() {
    super('the transaction was rolled back by COMMIT: an error inside it was swallowed (use a savepoint)')
    this.name = 'LostTransactionError'
  }
}

/** Limits of a pool, besides the rules for transactions. */
export interface PoolTerms {
  /** While space is scarce, sessions are read-only: the database refuses every write and still answers reads. */
  readonly storage: StorageState
  /** Called with the pace before each statement. Used for the embedded engine, which ignores `statement_timeout`. */
  onStatement?(pace: Pace): void
  /** Value of `statement_timeout` in ms for a pace; 0 means no limit. Used for servers. */
  statementTimeoutMs?(pace: Pace): number
}

/**
 * Compiling a statement takes PostgreSQL 0.1 to 0.3 s. It does so by its estimate of the cost, and ours are short or estimated far too dear:
 * 整月試算 of 57,000 entries took twice as long.
 */
const withoutCompiling = 'set jit = off'

/** Settings that were last sent to the session of each client, so that only changes are sent. */
const appliedSettings = new WeakMap<pg.PoolClient, string>()

/** The settings that a session should have now, as SQL statements. */
function sessionSettings({ storage, statementTimeoutMs }: PoolTerms): string {
  const readOnly = `set default_transaction_read_only = ${storage.isWritable ? 'off' : 'on'}`
  return statementTimeoutMs ? `${readOnly}; set statement_timeout = ${statementTimeoutMs(currentPace())}` : readOnly
}

async function tellSession(client: pg.PoolClient, terms: PoolTerms): Promise<void> {
  const settings = sessionSettings(terms)
  const before = appliedSettings.get(client)
  if (settings === before) return
  await client.query(before === undefined ? `${withoutCompiling}; ${settings}` : settings)
  appliedSettings.set(client, settings)
}

/** Essential transactions may write while space is scarce, although their session is read-only. */
function beginning(text: string, { storage }: PoolTerms): string {
  return text === 'begin' && isEssential() && storage.level === 'scarce' ? 'begin read write' : text
}

function guardClient(client: pg.PoolClient, terms: PoolTerms | null): PostgresPoolClient {
  const query = async (asked: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const text = terms ? beginning(asked, terms) : asked
    const name = preparedName(text)
    const values = [...parameters]
    terms?.onStatement?.(currentPace())
    try {
      const result = await (name === undefined ? client.query(text, values) : client.query({ name, text, values }))
      if (text === 'commit' && result.command === 'ROLLBACK') throw new LostTransactionError()
      return result as unknown as PostgresQueryResult<unknown>
    } catch (error) {
      if (isDiskFull(error)) terms?.storage.noteRefusal()
      throw error
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

/**
 * The pool that Kysely uses. It throws on the two most common mistakes, nested use and swallowed errors, and applies the limits of {@link
 * PoolTerms}.
 */
export function guardPool(pool: pg.Pool, terms: PoolTerms | null = null): PostgresPool {
  return {
    connect: async () => {
      if (isInTransaction()) throw new NestedDatabaseUseError()
      const client = await pool.connect()
      try {
        if (terms) await tellSession(client, terms)
      } catch (error) {
        client.release(true)
        throw error
      }
      return guardClient(client, terms)
    },
    end: () => pool.end(),
  }
}
