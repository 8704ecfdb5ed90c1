import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedBase, seedDemo } from '../../src/server/demo/seed.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

const asOf = '2026-01-15'
let servers: TestServer[]

beforeAll(async () => {
  servers = [await startTestServer(), await startTestServer(), await startTestServer()]
})

afterAll(async () => {
  for (const server of servers) await server.close()
})

/** Everything the demo writes of its own, without the random ids and the times at which rows were really written. */
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
  ])
}

describe('demo data', () => {
  it('is the same for the same seed and day, and written only once', async () => {
    const [first, second] = servers as [TestServer, TestServer]
    expect(await seedDemo(first.app, { asOf })).toBe(true)
    expect(await seedDemo(second.app, { asOf })).toBe(true)
    expect(await readData(first)).toEqual(await readData(second))
    expect(await seedDemo(first.app, { asOf })).toBe(false)
    expect(await readData(first)).toEqual(await readData(second))
  })
})

describe('an installation without demo data', () => {
  it('has the delivered parameters and dictionaries, and seeding again changes nothing', async () => {
    const [, , third] = servers as [TestServer, TestServer, TestServer]
    const count = async () =>
      (await sql`select category, count(*) as count from code_table group by 1 order by 1`.execute(third.database.db)).rows
    const before = await count()
    expect(before).toMatchObject([{ category: '1', count: 20 }, { category: '2' }])
    expect(await seedBase(third.app, asOf)).toEqual({ userNames: [], administratorPassword: null })
    expect(await count()).toEqual(before)
  })
})
