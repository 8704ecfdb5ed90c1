import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { preparedName } from './prepared.ts'

interface OpenTransaction {
  open: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()
const outside: OpenTransaction = { open: false }

/** True while the calling code runs inside `transact`. */
export function isInTransaction(): boolean {
  return transactions.getStore()?.open === true
}

/** Runs `work` as the inside of a transaction: until it settles, any other use of the database by it throws. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state: OpenTransaction = { open: true }
  try {
    return await transactions.run(state, work)
  } finally {
    state.open = false
  }
}

/** Runs `work` as if called from outside: for timers and background work that a transaction happens to start. */
export function outsideTransaction<T>(work: () => T): T {
  return transactions.run(outside, work)
}

/** Another connection was asked for inside a transaction: with one connection it would wait for itself for ever. */
export class NestedDatabaseUseError extends Error {
  constructor() {
    super('the database was used inside a transaction without its `trx` (or a second transaction was opened)')
    this.name = 'NestedDatabaseUseError'
  }
}

/** A statement had failed inside the transaction, somebody swallowed the error, and COMMIT silently became ROLLBACK. */
export class LostTransactionError extends Error {
  constructor() {
    super('the transaction was rolled back by COMMIT: an error inside it was swallowed (use a savepoint)')
    this.name = 'LostTransactionError'
  }
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const name = preparedName(text)
    const values = [...parameters]
    const result = await (name === undefined ? client.query(text, values) : client.query({ name, text, values }))
    if (text === 'commit' && result.command === 'ROLLBACK') throw new LostTransactionError()
    return result as unknown as PostgresQueryResult<unknown>
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}

/** The pool as Kysely sees it, with the two rules that are broken most easily made loud. */
export function guardPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      if (isInTransaction()) throw new NestedDatabaseUseError()
      return guardClient(await pool.connect())
    },
    end: () => pool.end(),
  }
}
