import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { maskCard } from '../../src/rules/masks.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

const path = '/api/accounting/points_log'
const today = taipeiDate(new Date())
const quarter = `postedAtFrom=${addDays(today, -91)}&postedAtTo=${today}`

let server: TestServer
let fin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fin = await signIn(server, 'fin01')
})
afterAll(() => server.close())

interface Entry {
  readonly id: number
  readonly [field: string]: unknown
}
interface Page {
  readonly totalCount: number
  readonly rows: readonly Entry[]
  readonly totals: { readonly points: number | string }
}

async function page(query: string, session = fin, size = '0/100'): Promise<Page> {
  const answer = await session.get(`${path}/${size}?${query}`)
  expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([query, 200, ''])
  return answer.json<Page>()
}

/** Number and sum of entries, straight from the ledger. */
async function counted(condition: ReturnType<typeof sql<boolean>>): Promise<{ count: number; points: number }> {
  const { rows } = await sql<{ count: number; points: number }>`
    select count(*)::int as count, coalesce(sum(e.points), 0)::bigint as points
    from point_entry e join point_transaction t on t.id = e.transaction_id join point_account a on a.id = e.account_id
    where ${condition}`.execute(server.app.db)
  return rows[0] as { count: number; points: number }
}

const inQuarter = sql<boolean>`(e.posted_at at time zone 'Asia/Taipei')::date between ${addDays(today, -91)} and ${today}`

describe('點數交易明細', () => {
  it('asks for a range of days, or for a transaction', async () => {
    const answer = await fin.get(`${path}/0/25`)
    expect([answer.statusCode, answer.body]).toEqual([400, '請輸入入帳時間或歸屬日期的區間，或交易編號。'])
    const tooLong = await fin.get(`${path}/0/25?postedAtFrom=${addDays(today, -92)}&postedAtTo=${today}`)
    expect([tooLong.statusCode, tooLong.body]).toEqual([400, '查詢區間不可超過92天。'])
    const [first] = (await page(quarter)).rows
    const whole = await page(`transactionNo=${first?.transactionNo}`)
    expect(whole.totals.points).toBe('0（借貸平衡）')
    expect(whole.rows.map(({ lineNo }) => lineNo)).toEqual(whole.rows.map((_, index) => index + 1))
  })

  it('holds every entry of the range, by the time of posting and by the day of business', async () => {
    expect(await page(quarter)).toMatchObject({ totalCount: (await counted(inQuarter)).count, totals: { points: '0（借貸平衡）' } })
    const month = [addDays(today, -200), addDays(today, -170)] as const
    const byDay = await counted(sql<boolean>`e.business_date between ${month[0]} and ${month[1]}`)
    expect(byDay.count).toBeGreaterThan(0)
    expect(await page(`businessDateFrom=${month[0]}&businessDateTo=${month[1]}`)).toMatchObject({
      totalCount: byDay.count,
      totals: { points: '0（借貸平衡）' },
    })
  })

  it('the log is balanced as long as transactions are taken whole, and sums what is asked for otherwise', async () => {
    for (const whole of ['txnKind=20', 'isLatePosted=false', 'platformNo=P0001', 'source=P0001']) {
      expect((await page(`${quarter}&${whole}`)).totals.points).toBe('0（借貸平衡）')
    }
    const award = await page(`${quarter}&accountClass=AWARD`)
    expect(award.totals.points).toBe((await counted(sql`${inQuarter} and e.account_class = 'AWARD'`)).points)
    const company = await page(`${quarter}&companyNo=C000101`)
    expect(company.totals.points).toBe((await counted(sql`${inQuarter} and e.company_no = 'C000101'`)).points)
    const owner = await page(`${quarter}&ownerNo=C000101`)
    expect([owner.totalCount, owner.totals.points]).toEqual(
      Object.values(await counted(sql`${inQuarter} and a.owner_id = 'C000101' and a.class <> 'MEMBER'`)),
    )
  })

  it('masks members and nobody else; a member is found by its whole number by who may look members up', async () => {
    const members = await page(`${quarter}&accountClass=MEMBER`)
    expect(members.rows.length).toBeGreaterThan(0)
    for (const { ownerNo } of members.rows) expect(ownerNo).toMatch(/^\d{4}\*{4}\d{4}$/)
    const companies = await page(`${quarter}&accountClass=AWARD`)
    for (const { ownerNo, companyNo } of companies.rows) expect(ownerNo).toBe(companyNo)
    const { rows } = await sql<{ ownerId: string }>`
      select a.owner_id from point_account a join point_entry e on e.account_id = a.id
      where a.class = 'MEMBER' and ${inQuarter} order by e.id desc limit 1`.execute(server.app.db)
    const memberNo = String(rows[0]?.ownerId)
    const found = await page(`${quarter}&memberNo=${memberNo}`)
    expect([found.totalCount, found.totals.points]).toEqual(Object.values(await counted(sql`${inQuarter} and a.owner_id = ${memberNo}`)))
    for (const { ownerNo } of found.rows) expect(ownerNo).toBe(maskCard(memberNo))
    expect((await page(`${quarter}&ownerNo=${memberNo}`)).totalCount).toBe(0)
    expect((await page(`${quarter}&ownerNo=${encodeURIComponent(maskCard(memberNo))}`)).totalCount).toBe(0)
    expect((await page(`${quarter}&memberNo=880000000000`)).totalCount).toBe(0)
  })

  it('pages neither repeat nor lose an entry', async () => {
    const { totalCount } = await page(quarter)
    const ids = new Set<number>()
    for (let index = 0; index * 100 < totalCount; index += 1)
      for (const { id } of (await page(quarter, fin, `${index}/100`)).rows) ids.add(id)
    expect(ids.size).toBe(totalCount)
  })

  it('shows the whole transaction of an entry', async () => {
    const [first] = (await page(`${quarter}&accountClass=AWARD`)).rows
    const lines = (await fin.get(`${path}/${first?.id}/children/entries/0/25`)).json<{ rows: readonly { points: number }[] }>().rows
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.reduce((sum, { points }) => sum + points, 0)).toBe(0)
  })

  it('the log is for operations and accounting, exported by accounting, and not for merchants', async () => {
    for (const [name, view, file] of [
      ['ops01', 200, 403],
      ['fm01', 200, 200],
      ['aud01', 200, 200],
      ['mkt01', 403, 403],
      ['mer01', 403, 403],
      ['admin', 403, 403],
    ] as const) {
      const session = await signIn(server, name)
      const codes = [(await session.get(`${path}/0/5?${quarter}`)).statusCode, (await session.get(`${path}/export?${quarter}`)).statusCode]
      expect([name, ...codes]).toEqual([name, view, file])
    }
  })

  it('the file has the words of the sum as well', async () => {
    const file = await fin.get(`${path}/export?${quarter}&format=csv`)
    const lines = file.body.trim().split(/\r?\n/)
    expect(lines.at(-1)).toContain('0（借貸平衡）')
    expect(lines.length).toBe((await page(quarter)).totalCount + 2)
  })
})
