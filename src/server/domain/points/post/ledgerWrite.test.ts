import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { txnKind } from '../../../../rules/codes.generated.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { transact } from '../../../platform/database/transact.ts'
import { everyKind, everyKindAccounts, everyKindCompanies } from '../testing/everyKind.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../testing/ledgerDatabase.ts'
import { lineOf, verifyLedger } from '../verify/verifyLedger.ts'
import { CollectedRows } from './collectedRows.ts'
import { type NumberedPosting, numberedRows, writeNumbered } from './ledgerRows.ts'
import { LockedRows } from './lockedRows.ts'
import type { Payload } from './payload.ts'
import type { WrittenPosting } from './postingPort.ts'

const written: NumberedPosting[] = []

/** Remembers what it writes. */
class RecordedRows extends LockedRows {
  override async write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    const numbers = await super.write(postings)
    for (const [index, payload] of postings.entries()) {
      written.push({ payload, number: numbers[index] as WrittenPosting })
    }
    return numbers
  }
}

interface Ledger {
  readonly db: Database
  readonly members: readonly string[]
  close(): Promise<void>
}

/** The accounts are there, so that they have the same ids. */
async function openLedger(): Promise<Ledger> {
  const opened = await openLedgerDatabase()
  for (const company of everyKindCompanies) await insertCompany(opened.db, company)
  const members = await insertMembers(opened.db, 3)
  const accounts = everyKindAccounts(members).map((account) => ({ class: account.class, owner_id: account.ownerId }))
  await sql`select ledger_ensure_accounts(${JSON.stringify(accounts)}::jsonb)`.execute(opened.db)
  return { ...opened, members }
}

let oneByOne: Ledger
let together: Ledger
let collected: Ledger
beforeAll(async () => {
  oneByOne = await openLedger()
  together = await openLedger()
  collected = await openLedger()
}, 120_000)
afterAll(async () => {
  await oneByOne.close()
  await together.close()
  await collected.close()
})

const tables = [
  ...['point_transaction', 'point_entry', 'point_lot', 'lot_allocation', 'member_pending_point', 'posting_source', 'account_daily'],
  'point_account',
]

/** Everything that a posting writes, without the shard, which is that of the connection. */
async function rowsOf({ db }: Ledger): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const found: Record<string, readonly unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'shard' as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(db)
    found[table] = rows.map(({ row }) => row)
  }
  const { rows } = await sql`select company_no, prepaid_balance from company order by 1`.execute(db)
  return { ...found, company: rows }
}

/** The periods of the ledger that is written first, so that they have the same ids. */
async function copyPeriods({ db }: Ledger): Promise<void> {
  const { rows: periods } = await sql<{ row: unknown }>`select to_jsonb(p) as row from company_period p`.execute(oneByOne.db)
  await sql`
    insert into company_period
    select * from jsonb_populate_recordset(null::company_period, ${JSON.stringify(periods.map(({ row }) => row))}::jsonb)`.execute(db)
}

/** Writes all that was recorded by one call. */
async function writeTogether({ db }: Ledger): Promise<void> {
  await transact(db, (trx) => writeNumbered(trx, numberedRows(written)))
}

it('writes the same rows of every kind, posting by posting or all in one batch', async () => {
  await everyKind((work) => transact(oneByOne.db, (trx) => work(new RecordedRows(trx))), oneByOne.members)
  await copyPeriods(together)
  await writeTogether(together)
  const rows = await rowsOf(oneByOne)
  expect(new Set(written.map(({ payload }) => payload.header.kind))).toEqual(new Set(Object.values(txnKind)))
  expect(rows.member_pending_point?.length).toBeGreaterThan(1)
  expect(await rowsOf(together)).toEqual(rows)
}, 120_000)

it('writes the same rows when the postings of one transaction are collected', async () => {
  await copyPeriods(collected)
  await transact(collected.db, async (trx) => {
    const rows = new CollectedRows(trx)
    await everyKind((work) => work(rows), collected.members)
    await rows.stored()
  })
  expect(await rowsOf(collected)).toEqual(await rowsOf(oneByOne))
}, 120_000)

it('leaves a sound ledger', async () => {
  const broken = (await verifyLedger(oneByOne.db)).filter(({ violations }) => violations > 0)
  // The serials of the batch themselves are another area's rows.
  expect(broken.map(lineOf)).toEqual([expect.stringContaining('SERIAL S2025000001')])
})
