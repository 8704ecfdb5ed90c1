import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Trx } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { txnKind } from '../domain/kinds.ts'
import { everyKind, everyKindAccounts, everyKindCompanies } from '../testing/everyKind.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../testing/ledgerDatabase.ts'
import { lineOf, verifyLedger } from '../verify/verifyLedger.ts'
import { ledgerRows } from './ledgerRows.ts'
import { LockedRows } from './lockedRows.ts'
import type { Payload } from './payload.ts'
import type { WrittenPosting } from './postingPort.ts'

/** Writes by the function that takes a batch of rows. */
class BatchedRows extends LockedRows {
  override async write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    const rows = ledgerRows(postings.map((payload, index) => ({ place: index + 1, payload })))
    const values = sql.join(rows.map((row) => sql`${row}::json`))
    const { rows: written } = await sql<WrittenPosting>`
      select transaction_id, transaction_no, pending_no from ledger_write(null::bigint[], null::int[], ${values}) order by place`.execute(
      this.transaction(),
    )
    return written
  }
}

interface Ledger {
  readonly db: Database
  close(): Promise<void>
}

async function openLedger(): Promise<Ledger> {
  const opened = await openLedgerDatabase()
  for (const company of everyKindCompanies) await insertCompany(opened.db, company)
  return opened
}

/** Ids of periods are random, those of accounts in the order of their making; what is compared has the same in both. */
async function numberRows(db: Database, members: readonly string[]): Promise<void> {
  const accounts = everyKindAccounts(members).map((account) => ({ class: account.class, owner_id: account.ownerId }))
  await sql`select ledger_ensure_accounts(${JSON.stringify(accounts)}::jsonb)`.execute(db)
  await sql`create sequence test_period`.execute(db)
  await sql`alter table company_period alter column id set default nextval('test_period')`.execute(db)
}

async function post(db: Database, portOf: (trx: Trx) => LockedRows): Promise<void> {
  const members = await insertMembers(db, 3)
  await numberRows(db, members)
  await everyKind((work) => transact(db, (trx) => work(portOf(trx), trx)), members)
}

const tables = [
  'point_transaction',
  'point_entry',
  'point_lot',
  'lot_allocation',
  'member_pending_point',
  'posting_source',
  'goods_return',
  'account_daily',
  'point_account',
  'company_period',
] as const

async function rowsOf(db: Database): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const found: Record<string, readonly unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(db)
    found[table] = rows.map(({ row: { created_at, shard, ...row } }) => row)
  }
  const { rows } = await sql`select company_no, prepaid_balance from company order by 1`.execute(db)
  return { ...found, company: rows }
}

let one: Ledger
let other: Ledger
beforeAll(async () => {
  one = await openLedger()
  other = await openLedger()
}, 120_000)
afterAll(async () => {
  await one.close()
  await other.close()
})

it('writes the same rows of every kind, posting by posting or as a batch', async () => {
  await post(one.db, (trx) => new LockedRows(trx))
  await post(other.db, (trx) => new BatchedRows(trx))
  const rows = await rowsOf(one.db)
  expect(new Set(rows.point_transaction?.map((row) => (row as { kind: string }).kind))).toEqual(new Set(Object.values(txnKind)))
  expect(rows.member_pending_point?.length).toBeGreaterThan(1)
  expect(await rowsOf(other.db)).toEqual(rows)
  const broken = (await verifyLedger(one.db)).filter(({ violations }) => violations > 0)
  // The serials of the batch themselves are another area's rows.
  expect(broken.map(lineOf)).toEqual([expect.stringContaining('SERIAL S2025000001')])
}, 120_000)
