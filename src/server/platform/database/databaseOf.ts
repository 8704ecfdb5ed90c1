import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { guardPool, type PoolTerms } from './guardedPool.ts'
import type { HeldFolder } from './heldFolder.ts'
import type { StorageState } from './storageState.ts'
import type { Database, Tables } from './tables.ts'

/** An open database and how to close it. */
export interface OpenDatabase {
  readonly db: Database
  /** A copy of the database that may lag behind a little. Reports read from it, because they read much and change nothing. */
  readonly replica?: Database
  readonly kind: 'embedded' | 'postgres'
  /** Tells whether there is space to write. */
  readonly storage: StorageState
  /** Runs work whose statements may take many minutes: indexes of millions of rows, checks of a whole ledger. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  /** Waits for running queries, then closes the connections and releases the folder. */
  close(): Promise<void>
}

/** Receives what the platform reports about the database while it runs. Errors go to the log of the process. */
export type DatabaseReporter = (level: 'warn' | 'error', text: string) => void

/** What a caller has to do with the opening of a database. */
export interface OpeningHooks {
  readonly report: DatabaseReporter
  /** The folder of the embedded database, when a start holds it already. */
  readonly held?: HeldFolder | undefined
  /** Runs once no other process can take the database, before a new one is made. */
  readonly whenHeld: () => Promise<void>
  /** Called when the database opens in its own thread or process: begins other work of this thread. */
  readonly meanwhile: () => void
}

/**
 * Wraps a pool of either engine, so that callers need not know which one it is.
 *
 * @param terms limits for the pool of a server; null for tools, which have no time limit and check free space themselves
 */
export function databaseOf(pool: pg.Pool, terms: PoolTerms | null = null): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardPool(pool, terms) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
