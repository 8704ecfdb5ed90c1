import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfTaipeiDate } from '../../src/rules/dates.ts'
import { seedBase, seedDemo } from '../../src/server/demo/seed.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { parameterDefaults } from '../../src/server/domain/settings/codeDefaults.ts'
import { demoPassword } from '../../src/server/identity/demoAccounts.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { startTwice } from './startTwice.ts'

/** One of the days of `demoDays.test.ts`, which takes the same copy. */
const asOf = '2026-01-01'
let servers: TestServer[] = []

beforeAll(async () => {
  if (!runsOnce()) return
  // The first instant of the day: nothing may lie after it.
  const clock = { now: () => startOfTaipeiDate(asOf) }
  servers = [await startTestServer({ clock, environment: { DEMO: '1' } }), await startTestServer({ demo: { size: 'small', asOf } })]
})

afterAll(async () => {
  for (const server of servers) await server.close()
})

/** Everything that the demo writes, without random ids and the real times of writing. */
async function readData({ database }: TestServer): Promise<unknown> {
  const rows = async (query: string) => (await sql.raw(query).execute(database.db)).rows
  return Promise.all([
    rows(`select company_no, company_name, tax_number, contact_name, contact_phone, zip_code, address, contract_status, ap_unit_price,
      bank_account, created_at, updated_at from company order by 1`),
    rows('select retail_store_no, store_name, phone, zip_code, open_date, status from retail_store order by 1'),
    rows('select reward_point_no, company_no, spend_amount, status, start_date, end_date from reward_point order by 1'),
    rows('select announcement_no, title, status, start_at, end_at from announcement order by 1'),
    rows('select entity, action, user_name, occurred_at from record_history order by sequence'),
    rows("select occurred_at, user_name, message, ip_address from activity_log where user_agent like '%示範%' order by 1, 2"),
    rows('select change_no, changes, effective_date from change_request order by 1'),
    rows('select member_no, mobile, member_name, email, status, registered_at from member order by 1'),
    rows(`select t.transaction_no, t.kind, t.business_at, t.company_no, t.member_no, t.amount, e.account_class, e.points, e.balance_after
      from point_transaction t join point_entry e on e.transaction_id = t.id order by 1, e.line_no`),
  ])
}

describe.runIf(runsOnce())('demo data', () => {
  it('demo data is the same for the same seed and day, and written only once, also when two processes begin at once', async () => {
    const [first, second] = servers as [TestServer, TestServer]
    const told = await startTwice(first)
    expect(told.map((lines) => lines.some((line) => line.includes(demoPassword('admin'))))).toEqual([true, true])
    const administrators = await first.database.db.selectFrom('appUser').select('id').where('userName', '=', 'admin').execute()
    expect(administrators).toHaveLength(1)
    expect(await readData(first)).toEqual(await readData(second))
    expect(await seedDemo(first.app, { asOf })).toBe(false)
    expect(await readData(first)).toEqual(await readData(second))
  })

  it('sends no mail to its people, and lists those that it made', async () => {
    const database = (servers[0] as TestServer).database.db
    const { rows } = await sql<{ status: string; sealed: string | null; told: string | null }>`
      select m.status, m.sealed, a.message as told from mail_outbox m left join activity_log a on a.mail_id = m.id`.execute(database)
    expect(rows.filter(({ status, sealed }) => status === 'waiting' || sealed !== null)).toEqual([])
    const kept = rows.filter(({ status }) => status === 'recorded')
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.filter(({ told }) => !told?.startsWith('示範資料，信件未寄出：'))).toEqual([])
    const { rows: log } = await sql<{ recipient: string; status: string }>`
      select mail_recipient as recipient, mail_status as status from activity_log_view where mail_status is not null`.execute(database)
    expect([log.length, log.every(({ recipient, status }) => recipient.includes('@') && status === 'recorded')]).toEqual([
      kept.length,
      true,
    ])
  })

  it('lies before its day, at whatever hour of it the server starts', async () => {
    const database = (servers[0] as TestServer).database.db
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and column_name in ('created_at', 'updated_at', 'occurred_at', 'business_at', 'posted_at', 'approved_at', 'submitted_at')`.execute(
      database,
    )
    expect(columns.length).toBeGreaterThan(50)
    const late: string[] = []
    for (const { table, column } of columns) {
      // Columns stamped by the database have the real time, months after the day of this data. Rows of one write are microseconds apart.
      const within = sql`${sql.ref(column)} > timestamptz '2026-01-01 00:00:01+08' and ${sql.ref(column)} < timestamptz '2026-03-01'`
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${within} limit 1`.execute(database)
      if (rows.length > 0) late.push(`${table}.${column}`)
    }
    expect(late).toEqual([])
  })
})

describe.runIf(runsOnce())('the ledger of the demo data', () => {
  const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute((servers[0] as TestServer).database.db)).rows

  it('the ledger of the demo data is sound', async () => {
    const results = await verifyLedger((servers[0] as TestServer).database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })

  it('the ledger of the demo data holds every kind that its areas post, for every company that trades', async () => {
    const kinds = (await rows('select kind from point_transaction group by 1 order by 1')).map((row) => row.kind)
    expect(kinds).toEqual(expect.arrayContaining(['10', '20', '30', '31', '40', '41', '42', '50', '60', '65', '80', '81', '90']))
    const companies = (await rows('select company_no from point_transaction where company_no is not null group by 1 order by 1')).map(
      (row) => row.companyNo,
    )
    expect(companies).toEqual(['C000101', 'C000102', 'C000103', 'C000104', 'C000105', 'C000106', 'C000107', 'C000111', 'C000900'])
  })

  it('the ledger of the demo data has 300 members with 350 cards, debtors in every state, one frozen, and lots about to expire', async () => {
    expect(await rows('select count(*) as count from member')).toEqual([{ count: 300 }])
    expect(await rows('select count(*) as count from member_card')).toEqual([{ count: 350 }])
    const debts = await rows('select status, outstanding_points as points from member_pending_point order by 1, 2')
    for (const [status, points] of Object.entries({ '2': 140, '3': 0, '4': 60, '5': 0 })) expect(debts).toContainEqual({ status, points })
    expect(debts).toEqual(expect.arrayContaining([100, 120].map((points) => ({ status: '1', points }))))
    expect(await rows("select balance from point_account where class = 'MEMBER' and balance = -120")).toHaveLength(1)
    expect(await rows("select member_no from member where status = '2'")).toHaveLength(1)
    const soon = `select 1 from point_lot where remaining_points > 0 and expire_date between date '${asOf}' and date '${asOf}' + 30`
    expect((await rows(soon)).length).toBeGreaterThan(0)
  })
})

describe('an installation without demo data', () => {
  it('an installation without demo data has the delivered parameters and dictionaries, and seeding again changes nothing', async () => {
    const bare = await startTestServer()
    const count = async () =>
      (await sql`select category, count(*) as count from code_table group by 1 order by 1`.execute(bare.database.db)).rows
    const before = await count()
    expect(before).toMatchObject([{ category: '1', count: parameterDefaults.length }, { category: '2' }])
    expect(await seedBase(bare.app, asOf)).toEqual({ userNames: [], administratorPassword: null })
    expect(await count()).toEqual(before)
    await bare.close()
  })
})
