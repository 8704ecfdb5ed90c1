import { sql } from 'kysely'
import { asTransaction } from './guardedPool.ts'
import type { Database, Trx } from './tables.ts'

/**
 * Runs the one transaction of a use case. Keep it short and free of files, mail and HTTP, because on the embedded engine everybody waits
 * for it.
 *
 * @returns the result of `work`, after COMMIT
 * @throws NestedDatabaseUseError when `work` uses the database without `trx`, or opens another transaction
 * @throws LostTransactionError when `work` swallowed a database error
 */
export function transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute((trx) => asTransaction(() => work(trx)))
}

/**
 * One fixed savepoint name is enough, because SQL resolves it to the innermost savepoint; and an unchanged statement is not planned again.
 */
const name = sql.id('step')

/** What open transactions collect for their end. */
const collections = new WeakMap<Trx, unknown[]>()

/** Lets a savepoint of the transaction that is undone take what it added out of a list again. */
export function leavesUndone(trx: Trx, list: unknown[]): void {
  collections.set(trx, list)
}

/** Runs `work` so that a failure undoes only its own changes. The error is thrown on, and the transaction stays usable. */
export async function savepoint<T>(trx: Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  const collected = collections.get(trx) ?? []
  const before = collected.length
  await sql`savepoint ${name}`.execute(trx)
  try {
    const result = await work(trx)
    await sql`release savepoint ${name}`.execute(trx)
    return result
  } catch (error) {
    collected.length = before
    await sql`rollback to savepoint ${name}`.execute(trx)
    await sql`release savepoint ${name}`.execute(trx)
    throw error
  }
}
