import { sql } from 'kysely'
import type { Trx } from '../../platform/database/tables.ts'

/**
 * Runs `load` while `ledger_write` may look up rows by hash, as batches of a thousand postings need: its own plans go through the rows of a
 * batch once for each posting, which suits single ones. What it calls keeps its plans, because those read stored tables. The settings are
 * those of before when `load` is done; others never see them, because they are part of the transaction.
 */
export async function withJoinsOfBatches<T>(trx: Trx, load: () => Promise<T>): Promise<T> {
  const called = ['ledger_allocate', 'ledger_hold_holders', 'ledger_write_debts']
  await sql`alter function ledger_write set enable_hashjoin = on`.execute(trx)
  for (const name of called) await sql`alter function ${sql.ref(name)} set enable_hashjoin = off`.execute(trx)
  const result = await load()
  for (const name of called) await sql`alter function ${sql.ref(name)} reset enable_hashjoin`.execute(trx)
  await sql`alter function ledger_write set enable_hashjoin = off`.execute(trx)
  return result
}
