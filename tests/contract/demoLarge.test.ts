import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedManyStatements } from '../../src/server/demo/large/largeStatements.ts'
import { seedLarge } from '../../src/server/demo/large/seedLarge.ts'
import { seedLargeAreas } from '../../src/server/demo/large/seedLargeAreas.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { deriveCouponKeys } from '../../src/server/domain/coupon/couponNumbers.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { deriveSerialKeys } from '../../src/server/domain/serial/serialKeys.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'

const options = { seed: 7, asOf: '2025-06-15', members: 600, transactions: 4000 }
let servers: readonly TestServer[]
let posted: readonly number[]
let schemaBefore: readonly unknown[]

beforeAll(async () => {
  // That the base is the same for the same seed and day is what the test of the small set says.
  const demo = { size: 'large', asOf: options.asOf } as const
  servers = [await startTestServer({ demo }), await startTestServer({ demo })]
  schemaBefore = await schema(db(0))
  posted = [await seedLarge(db(0), options), await seedLarge(db(1), options)]
  for (const { app, database } of servers) {
    const keys = { serialKeys: deriveSerialKeys(app.secrets), couponKeys: deriveCouponKeys(app.secrets) }
    await seedLargeAreas(database.db, { ...options, share: 0.01, ...keys })
  }
  await seedManyStatements(db(0), options.asOf)
}, 900_000)
afterAll(async () => {
  for (const server of servers) await server.close()
})

const db = (index: number): Database => (servers[index] as TestServer).database.db

/** All visible data of the postings, in order; ids are made by the database. */
async function postings(from: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select t.transaction_no, t.kind, t.business_at, t.source_id, t.company_no, t.retail_store_no, t.member_no, t.amount, t.payment_type,
      (select string_agg(e.account_class || ' ' || e.points || ' ' || coalesce(e.balance_after::text, ''), ',' order by e.line_no)
        from point_entry e where e.transaction_id = t.id) as lines
    from point_transaction t where t.source_id like 'L0%' or t.source_id like 'LC%' or t.source_id like 'large:%'
    order by t.id`.execute(from)
  return rows
}

/** All visible data of the other areas, without ids, ciphertexts and times of writing. */
async function areas(from: Database): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const hidden = [
    'id',
    'number_hash',
    'number_sealed',
    'pin_hash',
    'warning_rule_id',
    'created_at',
    'updated_at',
    'status_since',
    'line_id',
    'mail_id',
  ]
  const tables = [
    ...['activity', 'warning_transaction', 'log_activity_exception', 'corporate_member', 'corporate_settlement'],
    ...['point_serial', 'coupon_card', 'coupon_batch', 'coupon', 'exchange_order', 'company_group'],
  ]
  const found: Record<string, readonly unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql`
      select to_jsonb(t) - ${hidden}::text[] as row from ${sql.table(table)} t
      where coalesce(to_jsonb(t) ->> 'source', '2') = '2' and coalesce(to_jsonb(t) ->> 'coupon_batch_no', '') not like 'CB20250%'
      order by 1`.execute(from)
    found[table] = rows
  }
  return found
}

/** Every constraint, index and trigger, and whether it is valid and enabled; and every setting of a function. */
async function schema(from: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) || convalidated::text as what from pg_constraint
    union all
    select tablename, indexname, indexdef from pg_indexes where schemaname = current_schema()
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all
    select oid::regprocedure::text, 'settings', array_to_string(proconfig, ', ') from pg_proc where proconfig is not null
    order by 1, 2, 3`.execute(from)
  return rows
}

describe.runIf(runsOnce())('the large demo set', () => {
  it('the large demo set leaves every constraint, index, trigger and function as it found them', async () => {
    expect(schemaBefore.length).toBeGreaterThan(300)
    expect(await schema(db(0))).toEqual(schemaBefore)
  })

  it('the large demo set is sound by every invariant', async () => {
    const results = await verifyLedger(db(0))
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })

  it('the large demo set has statements by the rule of the small one: two months open, one closed, the others paid but for a few', async () => {
    const { rows } = await sql<{ periodNo: string; statuses: Record<string, number> }>`
      select period_no, jsonb_object_agg(status, count) as statuses from (
        select period_no, status, count(*)::int from company_period
        where stream = 'MONTH' and company_no > 'C001000' and exists (select from company c where c.company_no = company_period.company_no
          and not c.is_payer) group by 1, 2) as counted
      group by 1 order by 1 desc`.execute(db(0))
    const [current, last, closed, invoiced, owing, ...paid] = rows.map(({ periodNo, statuses }) => [periodNo, statuses] as const)
    expect([current?.[0], Object.keys(current?.[1] ?? {})]).toEqual(['202506', ['1']])
    expect([last?.[0], Object.keys(last?.[1] ?? {})]).toEqual(['202505', ['1']])
    expect([closed?.[0], Object.keys(closed?.[1] ?? {})]).toEqual(['202504', ['2']])
    expect([invoiced?.[0], Number(invoiced?.[1]['3']) > 100, invoiced?.[1]['4']]).toEqual(['202503', true, undefined])
    expect(owing?.[1]['3']).toBeGreaterThan(0)
    expect(paid.length).toBeGreaterThan(12)
    // Where more was given back than issued before there was an invoice to credit, the statement stays closed.
    for (const [periodNo, statuses] of paid)
      expect([periodNo, Number(statuses['4']) > 100, statuses['1'], statuses['3']]).toEqual([periodNo, true, undefined, undefined])
  })

  it('the large demo set is sound in its accounting: statements, invoices, payments, uploads and remaining points', async () => {
    const results = await verifyAccounting(db(0))
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
    const { rows } = await sql<{ lines: number; invoices: number; payments: number; frozen: number }>`
      select (select count(*) from statement_line l join statement s on s.id = l.statement_id where s.company_no > 'C001000')::int as lines,
        (select count(*) from invoice_document where company_no > 'C001000' and doc_type = '1')::int as invoices,
        (select count(*) from statement_payment p join statement s on s.id = p.statement_id where s.company_no > 'C001000')::int as payments,
        (select count(*) from remainder_month where frozen_at is not null)::int as frozen`.execute(db(0))
    const [found] = rows
    for (const count of [found?.lines, found?.invoices, found?.payments]) expect(count).toBeGreaterThan(500)
    expect(found?.frozen).toBeGreaterThan(12)
  })

  it('the large demo set is the same for the same seed and day', async () => {
    const [one, other] = [await postings(db(0)), await postings(db(1))]
    expect(one.length).toBe(posted[0])
    expect(one).toEqual(other)
  })

  it('fills the other areas in proportion, the same for the same seed and day', async () => {
    const [one, other] = [await areas(db(0)), await areas(db(1))]
    expect(one).toEqual(other)
    const sizes = Object.fromEntries(Object.entries(one).map(([table, rows]) => [table, rows.length]))
    const least = { activity: 3, warning_transaction: 30, log_activity_exception: 50, corporate_member: 23, corporate_settlement: 9 }
    for (const [table, count] of Object.entries({ ...least, point_serial: 799, coupon_card: 200, coupon: 598, exchange_order: 90 }))
      expect(sizes[table], table).toBeGreaterThanOrEqual(count)
  })

  it('the large demo set has as many transactions as wanted, to the day before, in the shares of domain 10', async () => {
    expect(posted[0]).toBeGreaterThanOrEqual(options.transactions)
    expect(posted[0]).toBeLessThan(options.transactions * 1.1)
    const { rows } = await sql<{ kind: string; share: number; last: string }>`
      select kind, round(100.0 * count(*) / sum(count(*)) over (), 1)::float8 as share, max(business_date)::text as last
      from point_transaction
      where kind <> '50' and (source_id like 'L0%' or source_id like 'LC%' or source_id like 'large:%') group by 1`.execute(db(0))
    const shareOf = (...kinds: readonly string[]) =>
      rows.filter((row) => kinds.includes(row.kind)).reduce((total, row) => total + row.share, 0)
    // Of 96 that are no expiries: 68 sales, 18 redemptions.
    expect(Math.abs(shareOf('10') - 70.8)).toBeLessThan(2.5)
    expect(Math.abs(shareOf('20') - 18.75)).toBeLessThan(1.5)
    expect(shareOf('30')).toBeGreaterThan(3)
    expect(shareOf('80', '81')).toBeGreaterThan(2)
    expect(shareOf('40', '41', '42', '90')).toBeGreaterThan(1)
    expect(
      rows
        .map((row) => row.last)
        .sort()
        .at(-1),
    ).toBe('2025-06-14')
  })
})
