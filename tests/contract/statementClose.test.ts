import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import type { SaleRule } from '../../src/server/domain/points/domain/reward.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const months = '/api/accounting/statement_close'
const statements = '/api/accounting/statements'
const companyNo = 'C000101'
const memberNo = '889999999991'
const today = taipeiDate(new Date())

let server: TestServer
let fin: TestSession
let fm: TestSession
let works = 0

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fin = await signIn(server, 'fin01')
  fm = await signIn(server, 'fm01')
  await sql`insert into member (member_no, mobile, member_name, registered_at) values (${memberNo}, '0999123457', '林測試', now())`.execute(
    server.app.db,
  )
  // The terms of example A, in a month before all others of the company.
  await sql`update company set ap_unit_price = 1.05, dp_unit_price = 1, dp_proc_fee_rate = 1.5 where company_no = ${companyNo}`.execute(
    server.app.db,
  )
  const tiers = [
    [0, 0],
    [500_000, 3],
    [1_000_000, 5],
    [3_000_000, 8.5],
  ].map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))
  await sql`
    insert into company_discount (discount_no, company_no, fee_type, combine_group, start_month, end_month, tiers, status)
    values ('CDTEST01', ${companyNo}, '1', false, '202501', '202501', ${JSON.stringify(tiers)}, '3')`.execute(server.app.db)
})
afterAll(() => server.close())

const rule: Omit<SaleRule, 'extraRoom'> = {
  ...{ pointPart: 0, extra: null, activities: [], effectiveDelayDays: 0 },
  expiry: { rule: '2', months: 60 },
  reward: { kind: 'perSpend', spendAmount: 1, rewardPoints: 1, rounding: 'floor', excludePointPart: true, minSpend: 0, maxPoints: null },
}

function contextOn(date: string) {
  works += 1
  return {
    ...{ now: new Date(), businessAt: new Date(`${date}T04:00:00Z`), companyNo, retailStoreNo: null, createdBy: 'test' },
    source: { work: 'statementClose', workId: String(works) },
  }
}

const issue = (date: string, points: number) =>
  ledger.run(server.app.db, (trx) => ledger.issue(trx, { context: contextOn(date), memberNo, amount: points, rule }))

async function monthOfCompany(company: string, periodNo: string): Promise<Row> {
  const answer = await fin.get(`${months}/0/5?companyNo=${company}&periodNo=${periodNo}`)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ rows: Row[] }>().rows[0] as Row
}

async function step(person: TestSession, row: Row, name: string, input: object = {}) {
  return person.post(`${months}/${row.id}/${name}`, { rowVersion: row.rowVersion, ...input })
}

async function statementOf(statementNo: string): Promise<Row> {
  const found = (await fin.get(`${statements}/0/5?statementNo=${statementNo}`)).json<{ rows: Row[] }>().rows[0] as Row
  return (await fin.get(`${statements}/${found.id}`)).json<Row>()
}

describe('closing a month', () => {
  beforeAll(async () => {
    const sale = await issue('2025-01-05', 1_262_345)
    await ledger.run(server.app.db, (trx) =>
      ledger.issueReturn(trx, {
        context: contextOn('2025-01-20'),
        original: { transactionId: Number(sale.posted?.transactionId) },
        request: { kind: 'points', points: 27_001 },
        limit: { limitPoints: 0, overLimitAction: '1' },
        acceptPartial: false,
      }),
    )
    await ledger.run(server.app.db, (trx) =>
      ledger.adjustAdd(trx, {
        context: contextOn('2025-01-21'),
        holder: { memberNo },
        points: 1500,
        costBearer: { companyNo },
        expireDate: '2030-12-31',
      }),
    )
  })

  it('a trial keeps its working and closes nothing', async () => {
    const row = await monthOfCompany(companyNo, '202501')
    const answer = await step(fin, row, 'trial')
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    // 1,233,752 and 61,688 of example A.
    expect(answer.json<Row>()).toMatchObject({ status: '1', trialNetAmount: 1_295_440, statementNo: null, netApPoints: 1_236_844 })
  })

  it('a close stores the amounts of example A, with every formula', async () => {
    const answer = await step(fin, await monthOfCompany(companyNo, '202501'), 'close')
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    expect(answer.json<Row>()).toMatchObject({ status: '2', statementNo: `ST202501${companyNo}01`, netAmount: 1_295_440, version: 1 })
    expect(await statementOf(`ST202501${companyNo}01`)).toMatchObject({
      ...{ issuedPoints: 1_262_345, returnedPoints: 27_001, adjustedPoints: 1500, netApPoints: 1_236_844, discountRate: 5 },
      ...{ apGrossAmount: 1_298_686, apDiscountAmount: 64_934, apFee: 1_233_752, apTax: 61_688, receivableAmount: 1_295_440 },
    })
  })

  it('what comes for a closed month is billed in the next open one', async () => {
    const { posted } = await issue('2025-01-30', 10)
    const { rows } = await sql<{ periodNo: string }>`
      select p.period_no from point_entry e join company_period p on p.id = e.period_id
      where e.transaction_id = ${posted?.transactionId} and e.account_class = 'AWARD'`.execute(server.app.db)
    expect(rows[0]?.periodNo).not.toBe('202501')
  })

  it('nothing of a statement can be changed, whoever writes', async () => {
    const change = sql`update statement set ap_fee = 1 where statement_no = ${`ST202501${companyNo}01`}`.execute(server.app.db)
    await expect(change).rejects.toThrow(/insert-only/)
  })

  it('a month that is closed again is a new version, and the old one stays out of force', async () => {
    const row = await monthOfCompany(companyNo, '202501')
    expect((await step(fin, row, 'reopen', { reason: '補登' })).statusCode).toBe(403)
    const opened = await step(fm, row, 'reopen', { reason: '補登' })
    expect([opened.statusCode, opened.statusCode === 200 ? '' : opened.body]).toEqual([200, ''])
    await issue('2025-01-30', 100)
    const closed = await step(fin, await monthOfCompany(companyNo, '202501'), 'close')
    expect(closed.json<Row>()).toMatchObject({ statementNo: `ST202501${companyNo}02`, version: 2, netApPoints: 1_236_944 })
    expect(await statementOf(`ST202501${companyNo}01`)).toMatchObject({ status: '9', reopenReason: '補登', netApPoints: 1_236_844 })
  })

  it('a month is not closed before it is over, nor before the months before it', async () => {
    const current = await monthOfCompany(companyNo, monthOf(today))
    const answer = await step(fin, current, 'close')
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toMatch(/帳期尚未結束，\d{4}-\d\d-\d\d 起可關帳。/)
    const last = await monthOfCompany(companyNo, monthOf(addMonths(today, -1)))
    const early = await step(fin, last, 'close')
    expect([early.statusCode, early.body]).toEqual([409, expect.stringMatching(/^前一帳期 \d{6} 尚未關帳。/)])
  })

  it('only the latest closed month is opened again', async () => {
    for (const periodNo of ['202501']) expect((await monthOfCompany(companyNo, periodNo)).status).toBe('2')
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = ${companyNo} and stream = 'MONTH' and status = '1' order by start_date limit 1`.execute(
      server.app.db,
    )
    const next = await step(fin, await monthOfCompany(companyNo, String(rows[0]?.periodNo)), 'close')
    expect([next.statusCode, next.statusCode === 200 ? '' : next.body]).toEqual([200, ''])
    const answer = await step(fm, await monthOfCompany(companyNo, '202501'), 'reopen', { reason: '更正' })
    expect([answer.statusCode, answer.body]).toEqual([409, '僅可重開最近一期已關帳帳期。'])
  })
})

describe('months that are added up', () => {
  const [one, other] = ['C000102', 'C000103']

  it('close together or not at all, and in a selection each has a verdict', async () => {
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = ${one} and stream = 'MONTH' order by start_date limit 1`.execute(
      server.app.db,
    )
    const periodNo = String(rows[0]?.periodNo)
    const both = [await monthOfCompany(one, periodNo), await monthOfCompany(other, periodNo)]
    await sql`
      insert into change_request (change_no, entity, record_id, record_label, changes, effective_date, submitted_by, submitted_at)
      select 'CRTEST', 'company', id, company_no, '[]', current_date, 'x', now() from company where company_no = ${other}`.execute(
      server.app.db,
    )
    const refused = await step(fin, both[0] as Row, 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringMatching(/^集團成員 .+ 未通過檢核：特約商有待審核的異動申請。$/)])
    await sql`delete from change_request where change_no = 'CRTEST'`.execute(server.app.db)
    const bulk = await fin.post(`${months}/close`, { ids: both.map(({ id }) => id) })
    expect(bulk.statusCode === 200 ? bulk.json<{ okCount: number; failedCount: number }>() : bulk.body).toMatchObject({
      ...{ okCount: 2, failedCount: 0 },
    })
    expect([(await monthOfCompany(one, periodNo)).version, (await monthOfCompany(other, periodNo)).version]).toEqual([1, 1])
  })
})
