import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListFilter } from '../../src/language/listQueryFilters.ts'
import { userType } from '../../src/rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { createRandom } from '../../src/server/demo/random.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Executor } from '../../src/server/platform/database/tables.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

const names = ['issuedPoints', 'returnedPoints', 'redeemedPoints', 'redeemReturnPoints', 'expiredPoints', 'salesAmount'] as const
type Sums = Readonly<Record<string, number>>

/** Sums of a period by the rows of some fields, added up. A number of records beside them is known to the list of outlets only. */
async function totals(companyNo: string | null, filters: readonly ListFilter[], fields: readonly string[], isOfOutlets: boolean) {
  const actor =
    companyNo === null ? systemActor : { ...systemActor, userType: userType.merchant, companyNo, readableCompanyNos: [companyNo] }
  const { records, clock } = server.app
  const rows = await records.summary(
    { actor, screen: null, entity: 'dailyPoints', now: clock.now(), db: server.database.db },
    {
      query: { filters, search: '', sort: [], pageIndex: 0, pageSize: 25, view: null },
      groups: fields.map((field) => ({ field, ...(field === 'businessDate' && { by: 'month' as const }) })),
      measures: [...names.map((name) => ({ op: 'sum' as const, name })), ...(isOfOutlets ? [{ op: 'count' as const, name: 'count' }] : [])],
    },
  )
  return Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)])) as Sums
}

const undone = Symbol('undone')

/** Work on the database that is taken back. */
const tried = (work: (trx: Executor) => Promise<void>) =>
  server.database.db
    .transaction()
    .execute(async (trx) => {
      await work(trx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })

const sumsIn = async (db: Executor) =>
  (
    await sql`
      select business_date, company_no, kind, sum(points) as points, sum(amount) as amount from company_daily
      group by 1, 2, 3 having sum(points) <> 0 or sum(amount) <> 0 order by 1, 2, 3`.execute(db)
  ).rows

describe('daily sums by company', () => {
  it('daily sums by company are those of the outlets, whichever the days, the groups and the reader', async () => {
    const random = createRandom(4)
    const today = taipeiDate(server.app.clock.now())
    let sold = 0
    for (let round = 0; round < 30; round += 1) {
      const to = addDays(today, -random.integer(0, 500))
      const days: ListFilter = { field: 'businessDate', op: 'between', values: [addDays(to, -random.integer(0, 200)), to] }
      const companyNo = random.pick([null, null, 'C000101', 'C000102'])
      const expected = await totals(companyNo, [days], ['retailStoreNo'], true)
      sold += expected.salesAmount ?? 0
      for (const fields of [[], ['businessDate'], ['companyNo'], ['businessDate', 'companyNo'], ['retailStoreNo']])
        expect([round, fields, await totals(companyNo, [days], fields, false)]).toEqual([round, fields, expected])
    }
    expect(sold).toBeGreaterThan(0)
  })

  it('daily sums by company follow every change of those of the outlets, whoever writes them', async () => {
    await tried(async (trx) => {
      const before = await sumsIn(trx)
      await sql`update account_daily set points = points + 3, amount = amount - 2 where account_class = 'MEMBER'`.execute(trx)
      expect(await sumsIn(trx)).not.toEqual(before)
      await sql`update account_daily set points = points - 3, amount = amount + 2 where account_class = 'MEMBER'`.execute(trx)
      expect(await sumsIn(trx)).toEqual(before)
      await sql`update account_daily set points = points + 3 where account_class <> 'MEMBER'`.execute(trx)
      expect(await sumsIn(trx)).toEqual(before)
    })
  })

  it('an older installation gets the daily sums by company of all its days', async () => {
    await tried(async (trx) => {
      const before = await sumsIn(trx)
      expect(before.length).toBeGreaterThan(10)
      await sql`drop table company_daily cascade`.execute(trx)
      await sql.raw(readFileSync(new URL('../../src/server/migrations/0290_company_daily.sql', import.meta.url), 'utf8')).execute(trx)
      expect(await sumsIn(trx)).toEqual(before)
    })
  })
})
