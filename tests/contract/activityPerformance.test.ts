import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { performanceOf } from '../../src/server/domain/accounting/calculation/performance.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

const path = '/api/accounting/activity_perf_report'
const today = taipeiDate(new Date())

interface Activity {
  readonly id: number
  readonly activityCode: string
  readonly companyNo: string
  readonly budgetPoints: number
  readonly netPoints: number
  readonly redeemedPoints: number
  readonly salesAmount: number
  readonly transactionCount: number
  readonly memberCount: number
  readonly newMemberCount: number
  readonly costAmount: number
  readonly exceptionCount: number
}
type Sums = Readonly<Record<string, number>>

let server: TestServer
let fin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fin = await signIn(server, 'fin01')
})
afterAll(() => server.close())

async function report(query = '', session = fin): Promise<{ rows: readonly Activity[]; totals: Sums }> {
  const answer = await session.get(`${path}/0/100?${query}`)
  expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([query, 200, ''])
  return answer.json()
}

/** The same figures, computed from single transactions instead of SQL sums. */
async function recomputed(code: string, until: string) {
  const { db } = server.app
  const { rows: entries } = await sql<{
    id: number
    kind: string
    points: number
    price: number | null
    memberNo: string
    at: Date
    joined: Date
  }>`
    select t.id, t.kind, e.points, e.unit_price as price, t.member_no, t.business_at as at, m.registered_at as joined
    from point_entry e join point_transaction t on t.id = e.transaction_id join member m on m.member_no = t.member_no
    where e.component = 'ACTIVITY' and e.component_code = ${code} and e.business_date <= ${until}`.execute(db)
  const sales = entries.filter(({ kind }) => kind === '10')
  const saleIds = [...new Set(sales.map(({ id }) => id))]
  const { rows: amounts } = await sql<{ amount: number }>`
    select case when kind = '30' then -amount else amount end as amount from point_transaction
    where business_date <= ${until} and (id = any (${saleIds}::bigint[]) or (kind = '30' and original_transaction_id = any (${saleIds}::bigint[])))`.execute(
    db,
  )
  const { rows: spent } = await sql<{ points: number }>`
    select coalesce(sum(x.points), 0)::bigint as points
    from lot_allocation x join point_lot l on l.id = x.lot_id join point_transaction t on t.id = x.transaction_id
    where l.activity_code = ${code} and t.kind in ('20', '31') and t.business_date <= ${until}`.execute(db)
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const thirtyDays = 30 * 86_400_000
  return {
    netPoints: total(entries.map(({ points }) => -points)),
    costAmount: Math.round(total(entries.map(({ points, price }) => -points * (price ?? 1))) + 1e-9),
    transactionCount: saleIds.length,
    memberCount: new Set(sales.map(({ memberNo }) => memberNo)).size,
    newMemberCount: new Set(sales.filter(({ at, joined }) => at.getTime() - joined.getTime() < thirtyDays).map(({ memberNo }) => memberNo))
      .size,
    salesAmount: total(amounts.map(({ amount }) => amount)),
    redeemedPoints: spent[0]?.points,
  }
}

/** Net points and sales of an activity by day or outlet, added up from each entry and each sale that earned something. */
async function pointsBy(code: string, key: 'businessDate' | 'retailStoreNo'): Promise<ReadonlyMap<string | null, readonly number[]>> {
  const { rows: posted } = await sql<{
    id: number
    place: string | null
    points: number
    kind: string
    amount: number | null
    originalId: number | null
  }>`
    select t.id, ${key === 'businessDate' ? sql`t.business_date::text` : sql`t.retail_store_no`} as place, t.kind, t.amount,
      t.original_transaction_id as original_id,
      coalesce((select -sum(e.points) from point_entry e where e.transaction_id = t.id and e.component = 'ACTIVITY' and e.component_code = ${code}), 0)::bigint
        as points
    from point_transaction t`.execute(server.database.db)
  const earned = new Set(posted.filter(({ kind, points }) => kind === '10' && points !== 0).map(({ id }) => id))
  const sums = new Map<string | null, [number, number]>()
  for (const { id, place, points, kind, amount, originalId } of posted) {
    const isSale = earned.has(id)
    const isReturn = kind === '30' && originalId !== null && earned.has(originalId)
    if (points === 0 && !isSale && !isReturn) continue
    const [before, sold] = sums.get(place) ?? [0, 0]
    sums.set(place, [before + points, sold + (isSale ? (amount ?? 0) : isReturn ? -(amount ?? 0) : 0)])
  }
  return sums
}

describe('活動績效報表', () => {
  it('tells of each activity what its transactions come to, up to the chosen day', async () => {
    for (const until of [today, addDays(today, -15)]) {
      const { rows } = await report(`untilDate.lte=${until}`)
      expect(rows.length).toBeGreaterThan(3)
      for (const row of rows) {
        expect([row.activityCode, row]).toEqual([
          row.activityCode,
          expect.objectContaining({ ...(await recomputed(row.activityCode, until)), untilDate: until }),
        ])
        const { budgetUsage, redemptionRate, salesPerCost, averageTicket } = performanceOf(row)
        expect([row.activityCode, row]).toEqual([
          row.activityCode,
          expect.objectContaining({ budgetUsage, redemptionRate, salesPerCost, averageTicket }),
        ])
      }
    }
    const before = await report(`untilDate.lte=${addDays(today, -15)}`)
    expect(before.totals.netPoints).toBeLessThan(Number((await report()).totals.netPoints))
  })

  it('the demo data have something to tell: points, redemptions, returns, new members and refused codes', async () => {
    const { rows } = await report()
    for (const field of ['netPoints', 'redeemedPoints', 'costAmount', 'newMemberCount', 'exceptionCount'] as const) {
      expect([field, rows.some((row) => row[field] > 0)]).toEqual([field, true])
    }
    expect(rows.find(({ activityCode }) => activityCode === 'A26010003')).toMatchObject({
      netPoints: 1000,
      budgetPoints: 1000,
      budgetUsage: 100,
    })
    expect(rows.some(({ companyNo }) => companyNo === 'C000000')).toBe(true)
  })

  it('computes the rates of the total from the sums, and does not add up members', async () => {
    const { totals } = await report()
    const facts = totals as Sums & Parameters<typeof performanceOf>[0]
    expect(totals).toMatchObject(performanceOf(facts))
    expect(totals).not.toHaveProperty('memberCount')
  })

  it('shows each day and each outlet, which come to the whole', async () => {
    for (const row of (await report()).rows) {
      for (const child of ['days', 'stores']) {
        const answer = await fin.get(`${path}/${row.id}/children/${child}/0/100`)
        const { rows } = answer.json<{ rows: readonly Activity[] }>()
        const sum = (field: 'netPoints' | 'salesAmount' | 'transactionCount') => rows.reduce((total, each) => total + each[field], 0)
        expect([row.activityCode, child, sum('netPoints'), sum('salesAmount'), sum('transactionCount')]).toEqual([
          ...[row.activityCode, child, row.netPoints, row.salesAmount, row.transactionCount],
        ])
      }
    }
  })

  it('gives the charts each day and each outlet as the entries have them', async () => {
    let drawn = 0
    for (const { activityCode, id } of (await report()).rows) {
      for (const [child, key] of [
        ['days', 'businessDate'],
        ['stores', 'retailStoreNo'],
      ] as const) {
        const answer = await fin.get(`${path}/${id}/children/${child}/0/100`)
        const { rows } = answer.json<{ rows: readonly (Activity & Readonly<Record<typeof key, string | null>>)[] }>()
        const shown = new Map(rows.map((row) => [row[key] ?? null, [row.netPoints, row.salesAmount]]))
        expect([activityCode, child, shown]).toEqual([activityCode, child, await pointsBy(activityCode, key)])
        drawn += rows.length
      }
    }
    expect(drawn).toBeGreaterThan(20)
  })

  it('shows a merchant its own activities only, with their details', async () => {
    const merchant = await signIn(server, 'mer01')
    const { rows } = await report('', merchant)
    expect(new Set(rows.map(({ companyNo }) => companyNo))).toEqual(new Set(['C000101']))
    expect((await merchant.get(`${path}/${rows[0]?.id}/children/stores/0/10`)).statusCode).toBe(200)
    const foreign = (await report()).rows.find(({ companyNo }) => companyNo !== 'C000101')
    for (const url of [`${path}/${foreign?.id}`, `${path}/${foreign?.id}/children/days/0/10`])
      expect((await merchant.get(url)).statusCode).toBe(404)
    expect((await merchant.get(`${path}/export`)).statusCode).toBe(200)
  })

  it('the report is exported by who may', async () => {
    for (const [name, view, file] of [
      ['ops01', 200, 200],
      ['fm01', 200, 200],
      ['mkt01', 200, 200],
      ['aud01', 200, 200],
      ['cs01', 403, 403],
    ] as const) {
      const session = await signIn(server, name)
      expect([name, (await session.get(`${path}/0/5`)).statusCode, (await session.get(`${path}/export`)).statusCode]).toEqual([
        name,
        view,
        file,
      ])
    }
  })
})
