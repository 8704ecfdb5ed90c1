import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListFilter } from '../../src/language/query/listQueryFilters.ts'
import { userType } from '../../src/rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { createRandom } from '../../src/server/demo/random.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let today: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  today = taipeiDate(server.app.clock.now())
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
      query: { filters, alternatives: [], search: '', sort: [], pageIndex: 0, pageSize: 25, view: null },
      groups: fields.map((field) => ({ field, ...(field === 'businessDate' && { by: 'month' as const }) })),
      measures: [...names.map((name) => ({ op: 'sum' as const, name })), ...(isOfOutlets ? [{ op: 'count' as const, name: 'count' }] : [])],
    },
  )
  return Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)])) as Sums
}

/** Compares both kinds of sums over random periods. @returns how many points of sales they had in all */
async function compareSums(seed: number): Promise<number> {
  const random = createRandom(seed)
  let issued = 0
  for (let round = 0; round < 12; round += 1) {
    const to = addDays(today, -random.integer(0, 500))
    const days: ListFilter = { field: 'businessDate', op: 'between', values: [addDays(to, -random.integer(0, 200)), to] }
    const companyNo = random.pick([null, null, 'C000101', 'C000102'])
    const expected = await totals(companyNo, [days], ['retailStoreNo'], true)
    issued += expected.issuedPoints ?? 0
    for (const fields of [[], ['businessDate'], ['companyNo'], ['businessDate', 'companyNo'], ['retailStoreNo']])
      expect([round, fields, await totals(companyNo, [days], fields, false)]).toEqual([round, fields, expected])
  }
  return issued
}

async function sumUpDays(): Promise<unknown> {
  const { app } = server
  const id = await app.jobs.enqueue(app.db, 'points.companyDays')
  await app.jobs.runDue()
  return app.db.selectFrom('job').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

async function facts() {
  const { rows } = await sql<{ through: string; late: readonly string[]; days: number }>`
    select (select through::text from company_daily_built) as through,
      array(select distinct business_date::text from company_daily_late order by 1) as late,
      (select count(distinct business_date)::int from company_daily) as days`.execute(server.database.db)
  return rows[0]
}

async function sell(day: string): Promise<void> {
  const member = await server.app.db.selectFrom('member').select('memberNo').orderBy('memberNo').executeTakeFirstOrThrow()
  await ledger.run(server.app.db, (trx) =>
    ledger.issue(trx, { context: contextOn(day), memberNo: member.memberNo, amount: 7700, rule: plainRule }),
  )
}

const brokenChecks = async () =>
  (await verifyLedger(server.app.db)).filter(({ violations }) => violations > 0).map(({ id, places }) => `${id} ${places[0]}`)

describe('sums by day and company', () => {
  it('sums by company are those of the outlets, whichever the days, the groups and the reader', async () => {
    const { through, late } = (await facts()) ?? {}
    // The demo data was made once for all files, perhaps before midnight.
    expect([addDays(today, -1), addDays(today, -2)]).toContain(through)
    expect(late).toEqual([])
    expect((await facts())?.days).toBeGreaterThan(100)
    expect(await compareSums(4)).toBeGreaterThan(0)
  })

  it('a late posting counts at once, and its day is made anew by the next run', async () => {
    const [old, before] = [addDays(today, -40), addDays(today, -2)]
    for (const day of [old, before, old, today]) await sell(day)
    expect(await facts()).toMatchObject({ late: [old, before] })
    await compareSums(5)
    expect(await sumUpDays()).toEqual({ status: 'done', error: null })
    expect(await facts()).toMatchObject({ through: addDays(today, -1), late: [] })
    await compareSums(6)
    expect(await brokenChecks()).toEqual([])
  })

  it('an installation that has no sums by company yet tells the same, and gets them', async () => {
    const made = await facts()
    await sql`truncate company_daily, company_daily_late`.execute(server.database.db)
    await sql`update company_daily_built set through = '-infinity'`.execute(server.database.db)
    await compareSums(7)
    await sell(addDays(today, -3))
    expect(await facts()).toEqual({ through: '-infinity', late: [], days: 0 })
    expect(await sumUpDays()).toEqual({ status: 'done', error: null })
    expect(await facts()).toEqual(made)
    await compareSums(8)
    expect(await brokenChecks()).toEqual([])
  })
})
