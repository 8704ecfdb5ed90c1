import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, taipeiDate } from '../../src/rules/dates.ts'
import { getCompanyTerms } from '../../src/server/domain/company/termsOn.ts'
import type { SaleRule } from '../../src/server/domain/points/domain/saleRule.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const today = taipeiDate(new Date())
const details = '/api/company/company_details'
const companies = '/api/company/companies'

let server: TestServer
let ops: TestSession
let fm: TestSession
let admin: TestSession
let memberNo: string
let sales = 0

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
  admin = await signIn(server, 'admin')
  memberNo = await sql<{ memberNo: string }>`
    insert into member (member_no, mobile, member_name, registered_at)
    values ('889999999990', '0999123456', '王測試', now()) returning member_no`
    .execute(server.app.db)
    .then(({ rows }) => String(rows[0]?.memberNo))
})
afterAll(() => server.close())

async function getCompany(companyNo: string): Promise<Row> {
  const found = (await ops.get(`${companies}/0/1?companyNo=${companyNo}`)).json<{ rows: Row[] }>().rows[0] as Row
  return (await ops.get(`${companies}/${found.id}`)).json<Row>()
}

/** One point for every NT$100. */
const saleRule: Omit<SaleRule, 'extraRoom'> = {
  pointPart: 0,
  extra: null,
  activities: [],
  expiry: { rule: '1' },
  effectiveDelayDays: 0,
  reward: { kind: 'perSpend', spendAmount: 100, rewardPoints: 1, rounding: 'floor', excludePointPart: true, minSpend: 0, maxPoints: null },
}

/** A sale of NT$10,000 on a day; returns the price of its award entry. */
async function priceOfSale(companyNo: string, date: string): Promise<number> {
  sales += 1
  const context = {
    ...{ now: new Date(), businessAt: new Date(`${date}T04:00:00Z`), companyNo, retailStoreNo: null, createdBy: 'test' },
    source: { work: 'companyTerms', workId: String(sales) },
  }
  const { posted } = await ledger.run(server.app.db, (trx) => ledger.issue(trx, { context, memberNo, amount: 10_000, rule: saleRule }))
  const { rows } = await sql<{ unitPrice: number }>`
    select unit_price from point_entry where transaction_id = ${posted?.transactionId} and account_class = 'AWARD'`.execute(server.app.db)
  return Number(rows[0]?.unitPrice)
}

describe('a price that was approved for a day', () => {
  it('a price that was approved for a day holds for business of that day on and not before, whoever posts late and whenever the job runs', async () => {
    const before = await getCompany('C000101')
    const oldPrice = Number(before.apUnitPrice)
    const asked = await ops.put(`${companies}/${before.id}`, { rowVersion: before.rowVersion, apUnitPrice: 1.25, effectiveDate: today })
    expect([asked.statusCode, asked.statusCode === 200 ? '' : asked.body]).toEqual([200, ''])
    expect(await priceOfSale('C000101', today)).toBe(oldPrice)
    const approved = await fm.post(`${details}/${before.id}/approve_change`, { rowVersion: asked.json<Row>().rowVersion })
    expect(approved.statusCode).toBe(200)
    expect(await priceOfSale('C000101', today)).toBe(1.25)
    expect(await priceOfSale('C000101', addDays(today, -1))).toBe(oldPrice)
    expect((await getCompanyTerms(server.app.db, 'C000101', addDays(today, -400))).apUnitPrice).toBe(oldPrice)
  })

  it('a price that was approved for a day is written by one of several processes on its day, once', async () => {
    const company = await getCompany('C000103')
    const effectiveDate = addDays(today, 5)
    const asked = await ops.put(`${companies}/${company.id}`, { rowVersion: company.rowVersion, apUnitPrice: 0.77, effectiveDate })
    expect((await fm.post(`${details}/${company.id}/approve_change`, { rowVersion: asked.json<Row>().rowVersion })).statusCode).toBe(200)
    expect((await getCompany('C000103')).apUnitPrice).toBe(company.apUnitPrice)
    const shown = (await fm.get(`${details}/${company.id}/children/changes/0/10`)).json<{ rows: Row[] }>().rows
    expect(shown).toMatchObject([{ newValue: '0.7700', effectiveDate, changeStatus: '2' }])
    const second = await ops.put(`${companies}/${company.id}`, { rowVersion: (await getCompany('C000103')).rowVersion, apUnitPrice: 0.5 })
    expect([second.statusCode, second.body]).toEqual([409, '已有待審或待生效的變更，請先完成該筆變更。'])
    const terms = (date: string) => getCompanyTerms(server.app.db, 'C000103', date).then(({ apUnitPrice }) => apUnitPrice)
    expect([await terms(addDays(effectiveDate, -1)), await terms(effectiveDate)]).toEqual([company.apUnitPrice, 0.77])
    await sql`update change_request set effective_date = ${today} where record_id = ${company.id} and status = '2'`.execute(server.app.db)
    const run = () => server.app.jobs.enqueue(server.app.db, 'records.applyChanges')
    await Promise.all([run(), run()])
    await server.app.jobs.runDue()
    const written = await getCompany('C000103')
    expect(written).toMatchObject({ apUnitPrice: 0.77, hasPendingChange: false })
    const history = (await fm.get(`${details}/${company.id}/history`)).json<{ action: string }[]>()
    expect(history.filter(({ action }) => action === '變更生效')).toHaveLength(1)
  })
})

describe('how a payer is settled', () => {
  it('how a payer is settled does not change inside a period that has entries, but from the next one on', async () => {
    const payer = await getCompany('C000900')
    await server.app.db.deleteFrom('changeRequest').where('recordId', '=', payer.id).execute()
    await bookInto('C000900')
    const change = (effectiveDate: string) =>
      getCompany('C000900').then(({ id, rowVersion }) => ops.put(`${companies}/${id}`, { rowVersion, bankStream: false, effectiveDate }))
    const inside = await change(today)
    expect([inside.statusCode, inside.json()]).toEqual([400, { bankStream: '本期已有交易，請於下期起日生效。' }])
    expect((await change(addMonths(`${today.slice(0, 7)}-16`, 3))).statusCode).toBe(200)
  })

  it('how a payer is settled is approved together with what it means: a payer, its cycle and its day', async () => {
    const ask = async (changes: Record<string, unknown>) => {
      const { id, rowVersion } = await getCompany('C000104')
      const asked = await ops.put(`${companies}/${id}`, { rowVersion, ...changes })
      expect([asked.statusCode, asked.statusCode === 200 ? '' : asked.body]).toEqual([200, ''])
      return asked.json<Row>()
    }
    const decide = async ({ id, rowVersion }: Row) => {
      const answer = await fm.post(`${details}/${id}/approve_change`, { rowVersion })
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
      return getCompany('C000104')
    }
    const asked = await ask({ isPayer: true, paygCycle: '4', cycleDay: 15 })
    expect(asked).toMatchObject({ isPayer: false, paygCycle: null, cycleDay: null, hasPendingChange: true })
    expect(await decide(asked)).toMatchObject({ isPayer: true, paygCycle: '4', cycleDay: 15 })
    expect(await decide(await ask({ paygCycle: '1' }))).toMatchObject({ isPayer: true, paygCycle: '1', cycleDay: null })
    expect(await decide(await ask({ isPayer: false }))).toMatchObject({ isPayer: false, paygCycle: null })
  })

  it('pays for redeemed points to an approved account only', async () => {
    const { id } = await getCompany('C000104')
    const noAccount = { allowRedeem: false, bankCode: null, bankBranch: null, bankAccount: null }
    await sql`update company set allow_redeem = false, bank_code = null, bank_branch = null, bank_account = null where id = ${id}`.execute(
      server.app.db,
    )
    const { rowVersion } = await getCompany('C000104')
    const account = { bankCode: '004', bankBranch: '0011', bankAccount: '12345678901234' }
    const both = await ops.put(`${companies}/${id}`, { rowVersion, allowRedeem: true, ...account })
    expect([both.statusCode, both.json()]).toEqual([400, { allowRedeem: '匯款帳戶核准後始可開放兌點，請先送審匯款帳戶。' }])
    expect(await getCompany('C000104')).toMatchObject({ ...noAccount, hasPendingChange: false })
    expect((await ops.put(`${companies}/${id}`, { rowVersion, ...account })).json()).toMatchObject({ hasPendingChange: true })
  })

  /** Redeemed points of a bank cycle, as an adjustment of the company's own account. */
  async function bookInto(companyNo: string): Promise<void> {
    const context = {
      ...{ now: new Date(), businessAt: new Date(), companyNo, retailStoreNo: null, createdBy: 'test' },
      source: { work: 'companyTerms', workId: 'bank' },
    }
    await ledger.run(server.app.db, (trx) => ledger.adjustCompany(trx, { context, account: 'DEDUCT', points: 10 }))
  }
})

describe('the end of a contract', () => {
  it('the end of a contract ends its campaigns and what waits for a decision about its prices', async () => {
    const company = await getCompany('C000106')
    expect(company.hasPendingChange).toBe(true)
    await sql`
      insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, multiplier, start_at, end_at, store_scope,
        member_scope, budget_points, expiry_rule, status)
      values ('TERMTEST', '測試活動', 'C000106', '1', '1', 2.0, now(), now() + interval '30 days', '1', '1', 1000, '1', '3')
    `.execute(server.app.db)
    const answer = await fm.post(`${companies}/${company.id}/terminate`, {
      ...{ rowVersion: company.rowVersion, terminateDate: today, reason: '停業' },
    })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    expect(await getCompany('C000106')).toMatchObject({ contractStatus: '9', hasPendingChange: false })
    const { rows } = await sql<{ status: string }>`select status from activity where activity_code = 'TERMTEST'`.execute(server.app.db)
    expect(rows).toEqual([{ status: '6' }])
    const log = await admin.get('/api/logs/companylog/0/10?companyNo=C000106&logAction=6')
    expect(log.json<{ rows: Row[] }>().rows[0]).toMatchObject({ recordNo: 'C000106', logAction: '6', userName: 'ops01' })
    const late = await fm.post(`${details}/${company.id}/approve_change`, { rowVersion: answer.json<Row>().rowVersion })
    expect([late.statusCode, late.headers['x-error-code']]).toEqual([409, 'M09'])
    const edit = await ops.put(`${companies}/${company.id}`, { rowVersion: answer.json<Row>().rowVersion, remark: '不可' })
    expect([edit.statusCode, edit.headers['x-error-code']]).toEqual([409, 'M09'])
    const given = await ops.post('/api/points/adjustmentslist', {
      ...{ adjustKind: '1', reasonCode: '103', costBearer: '1', companyNo: 'C000106', businessDate: today, description: '補點' },
      lines: [{ memberNo: '880000000013', points: 1 }],
    })
    expect([given.statusCode, given.json()]).toEqual([400, { companyNo: '特約商合約已終止，請改由平台負擔。' }])
  })
})

describe('the tabs of a company', () => {
  it('the tabs of a company have rows, of that company only', async () => {
    const id = (await getCompany('C000101')).id
    for (const child of ['stores', 'rewards', 'discounts', 'extraRatios']) {
      const rows = (await fm.get(`${details}/${id}/children/${child}/0/50`)).json<{ rows: Row[] }>().rows
      expect([child, rows.length > 0]).toEqual([child, true])
    }
    const bank = (await getCompany('C000900')).id
    const exchanges = (await fm.get(`${details}/${bank}/children/exchanges/0/50`)).json<{ rows: Row[] }>().rows
    expect(exchanges.map((row) => row.direction)).toEqual(['1', '2'])
    const periods = (await fm.get(`${details}/${id}/children/periods/0/50`)).json<{ rows: Row[] }>().rows
    expect(periods.length).toBeGreaterThan(0)
    expect(periods.length).toBeLessThanOrEqual(12)
    const merchant = await signIn(server, 'mer01')
    const discounts = (await merchant.get(`${details}/${id}/children/discounts/0/50`)).json<{ rows: Row[] }>().rows
    expect(discounts.map((row) => row.startPeriod)).toContainEqual(expect.stringMatching(/^\d{4}年(\d{2}月)?$/))
    // The names of companies that the merchant does not know otherwise, without their numbers.
    const answer = await merchant.get(`${details}/${id}/children/extraRatios/0/50`)
    const extra = answer.json<{ rows: Row[] }>().rows
    expect(answer.body).not.toMatch(/C000[89]00/)
    expect(new Set(extra.map((row) => row.payerName))).toEqual(new Set(['中國信託（示範）', '晨光銀行（示範）']))
    expect((await merchant.get(`${details}/${bank}/children/exchanges/0/50`)).statusCode).toBe(404)
  })
})

describe('a company on paper', () => {
  it('a company on paper is a PDF for who may export it, with the account masked, and written down', async () => {
    const { id } = await getCompany('C000101')
    const answer = await fm.get(`${details}/${id}/pdf`)
    expect([answer.statusCode, answer.headers['content-type'], answer.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(/特約商基本資料檢視_C000101_\d{14}\.pdf$/)
    const log = await admin.get(`/api/logs/useractionlog/0/5?entityId=${id}&search=`)
    expect(log.body).toContain('匯出特約商 C000101 的 PDF')
    const mkt = await signIn(server, 'mkt01')
    expect((await mkt.get(`${details}/${id}/pdf`)).statusCode).toBe(403)
    const merchant = await signIn(server, 'mer01')
    const other = (await getCompany('C000102')).id
    expect((await merchant.get(`${details}/${other}/pdf`)).statusCode).toBe(404)
    expect((await merchant.get(`${details}/${id}/pdf`)).statusCode).toBe(200)
  })
})
