import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { maskCard } from '../../src/rules/masks.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let cs: TestSession
let ops: TestSession
let merchant: TestSession
/** A member of the demo data with a card, and its data in the ledger. */
let member: { readonly memberNo: string; readonly mobile: string; readonly cardNo: string; readonly memberName: string }

interface Page {
  readonly totalCount: number
  readonly rows: readonly { readonly id: number; readonly [field: string]: unknown }[]
  readonly totals: Readonly<Record<string, number>>
  readonly head?: { readonly id: number; readonly [field: string]: unknown } | null
}

const today = taipeiDate(new Date())
const members = '/api/points/member_point_history'
const companies = '/api/points/contractor_point_history'
const quarter = `businessAtFrom=${addDays(today, -91)}&businessAtTo=${today}`

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  cs = await signIn(server, 'cs01')
  ops = await signIn(server, 'ops01')
  merchant = await signIn(server, 'mer01')
  member = await server.app.db
    .selectFrom('pointEntry as e')
    .innerJoin('pointAccount as a', 'a.id', 'e.accountId')
    .innerJoin('member as m', 'm.memberNo', 'a.ownerId')
    .innerJoin('memberCard as c', 'c.memberNo', 'm.memberNo')
    .select(['m.memberNo', 'm.mobile', 'c.cardNo', 'm.memberName'])
    .where('a.class', '=', 'MEMBER')
    .where('m.status', '=', '1')
    .groupBy(['m.memberNo', 'm.mobile', 'c.cardNo', 'm.memberName'])
    .orderBy((query) => query.fn.countAll(), 'desc')
    .orderBy('m.memberNo')
    .limit(1)
    .executeTakeFirstOrThrow()
})

afterAll(() => server.close())

async function page(session: TestSession, url: string): Promise<Page> {
  const answer = await session.get(url)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.json<Page>()
}

describe('會員點數歷程', () => {
  it('asks for a member first', async () => {
    const answer = await cs.get(`${members}/0/25`)
    expect([answer.statusCode, answer.body]).toEqual([400, '請輸入會員編號、手機或卡號。'])
  })

  it('finds the same member by number, mobile and card, and nobody by names of two', async () => {
    const byNumber = await page(cs, `${members}/0/100?memberNo=${member.memberNo}`)
    expect(byNumber.totalCount).toBeGreaterThan(0)
    for (const name of [`mobile=${member.mobile}`, `cardNo=${member.cardNo}`]) {
      expect(await page(cs, `${members}/0/100?${name}`)).toEqual(byNumber)
    }
    const card = member.cardNo.replace(/(?=(\d{4})+$)/g, ' ')
    const mobile = `${member.mobile.slice(0, 4)}-${member.mobile.slice(4)}`
    const wide = [...member.memberNo].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    for (const name of [`mobile=${mobile}`, `cardNo=${encodeURIComponent(card)}`, `memberNo=${encodeURIComponent(wide)}`]) {
      expect((await page(cs, `${members}/0/25?${name}`)).head).toEqual(byNumber.head)
    }
    const mixed = await page(cs, `${members}/0/25?memberNo=880000000997&mobile=${member.mobile}`)
    expect(mixed).toMatchObject({ totalCount: 0, head: null })
    expect((await page(cs, `${members}/0/25?cardNo=8802999999999999`)).totalCount).toBe(0)
  })

  it('adds up to the balance, line by line and in the totals of the whole filter', async () => {
    const all = await page(cs, `${members}/0/500?memberNo=${member.memberNo}&sort=postedAt.desc`)
    const first = await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)
    expect(first.totals).toEqual(all.totals)
    expect(first.totalCount).toBe(all.rows.length)
    const { pointsIn = 0, pointsOut = 0 } = all.totals
    expect(all.head?.balance).toBe(pointsIn - pointsOut)
    const numbers = (field: string) => all.rows.map((row) => Number(row[field] ?? 0)).reduce((sum, value) => sum + value, 0)
    expect([numbers('pointsIn'), numbers('pointsOut')]).toEqual([pointsIn, pointsOut])
  })

  it('shows the member above it, masked for everybody, with what the lots come to', async () => {
    const { head } = await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)
    expect(head).toMatchObject({ memberNo: maskCard(member.memberNo), status: '1' })
    expect(String(head?.mobile)).toMatch(/^09\d\d\*{3}\d{3}$/)
    expect(String(head?.memberName)).toContain('○')
    expect(String(head?.cardNos)).toMatch(/^\d{4}\*+\d{4}/)
    const lots = await server.app.db
      .selectFrom('pointLot as l')
      .innerJoin('pointAccount as a', 'a.id', 'l.accountId')
      .select(['l.remainingPoints', 'l.effectiveDate', 'l.expireDate'])
      .where('a.ownerId', '=', member.memberNo)
      .where('a.class', '=', 'MEMBER')
      .execute()
    const sum = (passes: (lot: (typeof lots)[number]) => boolean) =>
      lots.filter((lot) => lot.expireDate >= today && passes(lot)).reduce((total, lot) => total + lot.remainingPoints, 0)
    expect(head).toMatchObject({
      availablePoints: Number(head?.owedPoints) > 0 ? 0 : sum((lot) => lot.effectiveDate <= today),
      notYetEffective: sum((lot) => lot.effectiveDate > today),
      expiring30: sum((lot) => lot.expireDate <= addDays(today, 30)),
    })
  })

  it('opens the lots of a transaction and those with points left', async () => {
    const { rows } = await page(cs, `${members}/0/25?memberNo=${member.memberNo}&txnKind=10`)
    const id = rows[0]?.id
    const moves = await page(cs, `${members}/${id}/children/lotMoves/0/10`)
    expect(moves.rows.some((row) => row.move === '0')).toBe(true)
    const lots = await page(cs, `${members}/${id}/children/lots/0/10`)
    expect(lots.rows.every((row) => Number(row.remainingPoints) > 0)).toBe(true)
    const { head } = await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)
    const answer = await cs.get(`${members}/${head?.id}/lots`)
    const { remaining, lots: lotsAnswer } = answer.json<{
      remaining: { value: string }
      lots: { rows: { transactionNo: string; expireDate: string; remainingPoints: number }[] }
    }>()
    const told = lotsAnswer.rows
    expect(remaining.value).toBe(told.reduce((total, lot) => total + lot.remainingPoints, 0).toLocaleString('en-US'))
    const fields = (row: (typeof told)[number]) => [row.transactionNo, row.expireDate, row.remainingPoints]
    const all = await page(cs, `${members}/${id}/children/lots/0/100`)
    expect(told.map(fields).sort()).toEqual((all.rows as unknown as typeof told).map(fields).sort())
  })

  it('tells personal data only to who may, with a reason, and writes it down', async () => {
    const { head } = await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)
    const url = `${members}/${head?.id}/unmask`
    const count = async () =>
      (
        await server.app.db
          .selectFrom('userActionLog')
          .select(['action', 'userName', 'entityId'])
          .where('userActionType', '=', '11')
          .where('entity', '=', 'member')
          .execute()
      ).filter((row) => row.entityId === String(head?.id))
    expect((await ops.post(url, { reason: '核對' })).statusCode).toBe(403)
    const bare = await cs.post(url, { reason: '' })
    expect(bare.statusCode).toBe(400)
    expect(await count()).toEqual([])
    const told = await cs.post(url, { reason: '會員來電核對' })
    expect([told.statusCode, told.json()]).toMatchObject([200, { 姓名: member.memberName, 手機: member.mobile }])
    expect(await count()).toMatchObject([{ userName: 'cs01', action: `顯示會員 ${maskCard(member.memberNo)} 的完整個資：會員來電核對` }])
  })

  it('freezes and frees a member with a reason, once each', async () => {
    const head = async () => (await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)).head
    const id = (await head())?.id
    expect((await signInAndPost('mkt01', `${members}/${id}/freeze`)).statusCode).toBe(403)
    expect((await cs.post(`${members}/${id}/freeze`, { reason: '疑似盜用' })).statusCode).toBe(200)
    expect(await head()).toMatchObject({ status: '2', availablePoints: 0 })
    const again = await cs.post(`${members}/${id}/freeze`, { reason: '疑似盜用' })
    expect([again.statusCode, again.headers['x-error-code']]).toEqual([409, 'M09'])
    expect((await cs.post(`${members}/${id}/unfreeze`, { reason: '查證無誤' })).statusCode).toBe(200)
    expect(await head()).toMatchObject({ status: '1' })
  })

  it('drafts an adjustment sheet for the member', async () => {
    const { head } = await page(cs, `${members}/0/1?memberNo=${member.memberNo}`)
    const values = { adjustKind: '1', reasonCode: '103', costBearer: '2', points: 50, description: '客訴補償' }
    const answer = await cs.post(`${members}/${head?.id}/create_sheet`, values)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { sheetNo: expect.stringMatching(/^AJ\d{12}$/) }])
    const wrong = await cs.post(`${members}/${head?.id}/create_sheet`, { ...values, costBearer: '1' })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { companyNo: '特約商 必填' }])
  })
})

async function signInAndPost(userName: string, url: string) {
  return (await signIn(server, userName)).post(url, { reason: 'x' })
}

describe('特約商點數歷程', () => {
  it('asks staff for a company or a number, and everybody for at most 92 days', async () => {
    const answer = await ops.get(`${companies}/0/25`)
    expect([answer.statusCode, answer.body]).toEqual([400, '請輸入特約商或交易編號。'])
    const long = await ops.get(`${companies}/0/25?companyNo=C000101&businessAtFrom=${addDays(today, -92)}&businessAtTo=${today}`)
    expect([long.statusCode, long.headers['x-error-code']]).toEqual([400, 'M15'])
  })

  it('shows a merchant its own lines without being asked, and no line of others', async () => {
    const own = await page(merchant, `${companies}/0/100?${quarter}`)
    expect(own.totalCount).toBeGreaterThan(0)
    expect(new Set(own.rows.map((row) => row.companyNo))).toEqual(new Set(['C000101']))
    expect((await page(merchant, `${companies}/0/25?${quarter}&companyNo=C000102`)).totalCount).toBe(0)
    const foreign = await page(ops, `${companies}/0/1?${quarter}&companyNo=C000102`)
    expect((await merchant.get(`${companies}/${foreign.rows[0]?.id}`)).statusCode).toBe(404)
    expect((await merchant.get(`${companies}/${foreign.rows[0]?.id}/children/entries/0/10`)).statusCode).toBe(404)
    expect(own.rows.every((row) => row.memberNo === null || /^\d{4}\*+\d{4}$/.test(String(row.memberNo)))).toBe(true)
  })

  it('adds up the points of the company over the whole filter, given positive, returned negative', async () => {
    const { totals, totalCount } = await page(ops, `${companies}/0/1?${quarter}&companyNo=C000101`)
    const entries = await server.app.db
      .selectFrom('pointEntry')
      .select(['accountClass', 'points'])
      .where('companyNo', '=', 'C000101')
      .where('businessDate', '>=', addDays(today, -91))
      .where('accountClass', 'in', ['AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF'])
      .execute()
    const sum = (classes: readonly string[]) =>
      entries.filter((entry) => classes.includes(entry.accountClass)).reduce((total, entry) => total + entry.points, 0)
    expect(totalCount).toBe(entries.length)
    expect(totals).toMatchObject({ apPoints: -sum(['AWARD', 'PAYG', 'CONVIN', 'WRITEOFF']), dpPoints: sum(['DEDUCT', 'CONVOUT']) })
    const returned = await page(ops, `${companies}/0/25?${quarter}&companyNo=C000101&txnKind=30`)
    expect(returned.rows.every((row) => Number(row.apPoints ?? 0) <= 0 && Number(row.amount ?? 0) <= 0)).toBe(true)
  })

  it('finds a transaction by its number and opens all its lines with the rule that was used', async () => {
    const { rows } = await page(ops, `${companies}/0/1?${quarter}&companyNo=C000101&txnKind=10`)
    const found = await page(ops, `${companies}/0/25?${quarter}&transactionNo=${rows[0]?.transactionNo}`)
    expect(found.rows.map((row) => row.id)).toContain(rows[0]?.id)
    // An older posting is found by either number alone; any other search needs a date range.
    const { rows: old } = await page(ops, `${companies}/0/100?${quarter}&companyNo=C000101&txnKind=10&sort=businessAt.asc`)
    const oldest = old.find((row) => row.externalTxnNo !== null)
    expect(String(oldest?.businessAt) < addDays(today, -7)).toBe(true)
    for (const name of ['transactionNo', 'externalTxnNo']) {
      const alone = await page(ops, `${companies}/0/25?${name}=${oldest?.[name]}`)
      expect(alone.rows.map((row) => row.id)).toContain(oldest?.id)
    }
    const recent = await page(ops, `${companies}/0/100?companyNo=C000101&txnKind=10&sort=businessAt.asc`)
    expect(recent.rows.map((row) => row.id)).not.toContain(oldest?.id)
    const entries = await page(ops, `${companies}/${rows[0]?.id}/children/entries/0/10`)
    expect(entries.rows.reduce((total, row) => total + Number(row.points), 0)).toBe(0)
    const record = await ops.get(`${companies}/${rows[0]?.id}`)
    expect(record.json<{ ruleSnapshot: unknown }>().ruleSnapshot).toMatch(/^基本回饋：[^{}[\]"]+\n效期：/)
  })

  it('特約商點數歷程 is exported by who may', async () => {
    expect((await cs.get(`${companies}/export?${quarter}&companyNo=C000101`)).statusCode).toBe(403)
    const file = await merchant.get(`${companies}/export?${quarter}&format=csv`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.body.split('\n')[0]).toContain('交易編號')
  })
})
