import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, lastDateOfMonth, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { findExtraRule } from '../../src/server/domain/partner/facts/extraRule.ts'
import { countCardSales, countConversions } from '../../src/server/domain/pricing/countPosted.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { makerAndChecker, signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

type Values = Readonly<Record<string, unknown>>

let server: TestServer
let ops: TestSession
let fm: TestSession
/** A user who may enter and approve. */
let both: TestSession

const today = taipeiDate(new Date())
/** Long after all dates of the demo data, so that nothing overlaps by accident. */
const far = '2041'

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
  both = await makerAndChecker(server, await signIn(server, 'admin'))
})
afterAll(() => server.close())

const tiers = [
  { conditionPoint: 0, discountRate: 0 },
  { conditionPoint: 500_000, discountRate: 3 },
  { conditionPoint: 1_000_000, discountRate: 5 },
]

/** A valid draft of each kind of setting, and how its dates are written. */
const kinds: Readonly<Record<string, { readonly values: Values; readonly later: Values }>> = {
  reward_point: {
    values: {
      ...{ companyNo: 'C000103', rewardPointName: '測試回饋', rewardType: '1', spendAmount: 100, rewardPoints: 1, roundingMode: '1' },
      ...{ minSpend: 0, storeScope: '1', excludePointPart: true, expiryRule: '1', effectiveDelayDays: 0, priority: 5, isDefault: true },
      ...{ startDate: `${far}-01-01`, endDate: `${far}-12-31` },
    },
    later: { startDate: `${far}-07-01` },
  },
  point_exchange: {
    values: {
      ...{ companyNo: 'C000103', partnerPointName: '測試點', direction: '1', partnerPoints: 1000, platformPoints: 250 },
      ...{ minPoints: 1000, stepPoints: 1000, unitPrice: 0.98, startDate: `${far}-01-01`, endDate: `${far}-12-31` },
    },
    later: { startDate: `${far}-07-01` },
  },
  company_discount: {
    values: { companyNo: 'C000101', feeType: '1', combineGroup: false, startMonth: `${far}01`, endMonth: `${far}12`, tiers },
    later: { startMonth: `${far}07` },
  },
  yearly_discount: {
    values: { companyNo: 'C000102', year: Number(today.slice(0, 4)), feeType: '2', combineGroup: false, tiers },
    later: {},
  },
  pay_as_you_go_payer_extra_ratio: {
    values: {
      ...{ payerCompanyNo: 'C000900', companyNo: 'C000103', cardPrefixes: ['400000'], baseBearer: '1', extraRatio: 150 },
      ...{ payerShareRatio: 60, unitPrice: 0.95, priority: 7, startDate: `${far}-01-01`, endDate: `${far}-12-31` },
    },
    later: { startDate: `${far}-07-01` },
  },
}
const names = Object.keys(kinds)
const urlOf = (name: string) => `/api/company/${name}`

interface StepInput {
  readonly name: string
  readonly row: Row
  readonly action: string
  readonly input?: Values | undefined
}

async function step(session: TestSession, { name, row, action, input = {} }: StepInput): Promise<Row> {
  const answer = await session.post(`${urlOf(name)}/${row.id}/${action}`, { rowVersion: row.rowVersion, ...input })
  expect([name, action, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([name, action, 200, ''])
  return answer.json<Row>()
}

async function draft(session: TestSession, name: string, own: Values = {}): Promise<Row> {
  const answer = await session.post(urlOf(name), { ...kinds[name]?.values, ...own })
  expect([name, answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([name, 201, ''])
  return answer.json<Row>()
}

const approved: Record<string, Row> = {}

describe.each(names)('pattern AS: %s', (name) => {
  it('shows demo rows, and asks for permission to work on them', async () => {
    const rows = (await ops.get(`${urlOf(name)}/0/50`)).json<{ rows: Row[] }>().rows
    expect(rows.length).toBeGreaterThan(3)
    expect(new Set(rows.map((row) => row.status)).size).toBeGreaterThan(2)
    const cs = await signIn(server, 'cs01')
    expect((await cs.post(urlOf(name), kinds[name]?.values ?? {})).statusCode).toBe(403)
    const waiting = rows.find((row) => row.status === '2') as Row
    expect((await ops.post(`${urlOf(name)}/${waiting.id}/approve`, { rowVersion: waiting.rowVersion })).statusCode).toBe(403)
  })

  it('a setting is a draft with a number, submitted, and approved by a second person only', async () => {
    const created = await draft(both, name)
    expect(created).toMatchObject({ status: '1', rowVersion: 1 })
    const early = await fm.post(`${urlOf(name)}/${created.id}/approve`, { rowVersion: created.rowVersion })
    expect([early.statusCode, early.body]).toEqual([409, '目前狀態不可執行此作業，請重新查詢後再試。'])
    const waiting = await step(both, { name, row: created, action: 'submit' })
    const edit = await both.put(`${urlOf(name)}/${waiting.id}`, {
      rowVersion: waiting.rowVersion,
      ...kinds[name]?.later,
      combineGroup: false,
    })
    expect([400, 409]).toContain(edit.statusCode)
    const own = await both.post(`${urlOf(name)}/${waiting.id}/approve`, { rowVersion: waiting.rowVersion })
    expect([own.statusCode, own.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    const stale = await fm.post(`${urlOf(name)}/${waiting.id}/approve`, { rowVersion: waiting.rowVersion - 1 })
    expect([stale.statusCode, stale.headers['x-error-code']]).toEqual([409, 'M10'])
    approved[name] = await step(fm, { name, row: waiting, action: 'approve' })
    expect(approved[name]).toMatchObject({ status: '3', submittedBy: 'both01', approvedBy: 'fm01' })
    expect((await ops.delete(`${urlOf(name)}/${waiting.id}?rowVersion=${approved[name]?.rowVersion}`)).statusCode).toBe(409)
  })

  it('needs a reason to go back, and is a draft again when it is worked on', async () => {
    const own =
      name === 'yearly_discount'
        ? { companyNo: 'C000104' }
        : { ...(name === 'reward_point' ? { isDefault: false } : { companyNo: 'C000104' }) }
    const waiting = await step(ops, { name, row: await draft(ops, name, own), action: 'submit' })
    const reasonless = await fm.post(`${urlOf(name)}/${waiting.id}/reject`, { rowVersion: waiting.rowVersion })
    expect([reasonless.statusCode, reasonless.json()]).toEqual([400, { rejectReason: '退回原因 必填' }])
    const rejected = await step(fm, { name, row: waiting, action: 'reject', input: { rejectReason: '請重新確認' } })
    expect(rejected).toMatchObject({ status: '4', rejectReason: '請重新確認' })
    const change = name === 'company_discount' || name === 'yearly_discount' ? { tiers: tiers.slice(0, 2) } : { startDate: `${far}-02-01` }
    const edited = await ops.put(`${urlOf(name)}/${rejected.id}`, { rowVersion: rejected.rowVersion, ...change })
    expect([edited.statusCode, edited.json<Row>().status]).toEqual([200, '1'])
    expect((await ops.delete(`${urlOf(name)}/${rejected.id}?rowVersion=${edited.json<Row>().rowVersion}`)).statusCode).toBe(200)
  })

  it('a setting is taken back by who submitted it, and nobody else, with a line in its history', async () => {
    const own =
      name === 'yearly_discount' ? { companyNo: 'C000105' } : { companyNo: 'C000104', ...(name === 'reward_point' && { isDefault: false }) }
    const waiting = await step(ops, { name, row: await draft(ops, name, own), action: 'submit' })
    const foreign = await both.post(`${urlOf(name)}/${waiting.id}/withdraw`, { rowVersion: waiting.rowVersion })
    expect([foreign.statusCode, foreign.headers['x-error-code']]).toEqual([409, 'M09'])
    const back = await step(ops, { name, row: waiting, action: 'withdraw' })
    expect(back.status).toBe('1')
    const late = await fm.post(`${urlOf(name)}/${waiting.id}/approve`, { rowVersion: back.rowVersion })
    expect([late.statusCode, late.headers['x-error-code']]).toEqual([409, 'M09'])
    const [newest] = (await ops.get(`${urlOf(name)}/${waiting.id}/history`)).json<Row[]>()
    expect(newest).toMatchObject({ action: '撤回', userName: 'ops01' })
    expect((await ops.delete(`${urlOf(name)}/${waiting.id}?rowVersion=${back.rowVersion}`)).statusCode).toBe(200)
  })

  it('refuses a second one for the same days', async () => {
    const again = await ops.post(urlOf(name), kinds[name]?.values ?? {})
    if (name === 'yearly_discount') return expect([again.statusCode, again.json()]).toEqual([409, { year: '年度 已存在，請重新輸入。' }])
    const created = again.json<Row>()
    const submit = await ops.post(`${urlOf(name)}/${created.id}/submit`, { rowVersion: created.rowVersion })
    expect([submit.statusCode, submit.body, submit.headers['x-error-code']]).toEqual([
      ...[409, '同一期間已有生效設定，請確認起訖日期。', 'M19'],
    ])
    expect((await ops.delete(`${urlOf(name)}/${created.id}?rowVersion=${created.rowVersion}`)).statusCode).toBe(200)
  })

  it('ends the day before its new version begins, and has one new version at a time', async () => {
    const current = approved[name] as Row
    const change = await ops.post(`${urlOf(name)}/${current.id}/change`)
    expect([change.statusCode, change.headers['x-message-code'], change.json<Row>()]).toMatchObject([
      201,
      'M01',
      { status: '1', previousId: current.id },
    ])
    const second = await ops.post(`${urlOf(name)}/${current.id}/change`)
    expect([second.statusCode, second.body]).toEqual([409, '此設定已有變更草稿，請先完成該筆變更。'])
    const successor = change.json<Row>()
    const later = kinds[name]?.later ?? {}
    const moved = await ops.put(`${urlOf(name)}/${successor.id}`, { rowVersion: successor.rowVersion, ...later })
    expect([moved.statusCode, moved.statusCode === 200 ? '' : moved.body]).toEqual([200, ''])
    const waiting = await step(ops, { name, row: moved.json<Row>(), action: 'submit' })
    const replacing = await step(fm, { name, row: waiting, action: 'approve' })
    const old = (await ops.get(`${urlOf(name)}/${current.id}`)).json<Row>()
    const ends: Values =
      name === 'yearly_discount'
        ? { status: '5' }
        : name === 'company_discount'
          ? { status: '3', endMonth: `${far}06` }
          : { status: '3', endDate: `${far}-06-30` }
    expect(old).toMatchObject(ends)
    const third = await ops.post(`${urlOf(name)}/${current.id}/change`)
    expect([third.statusCode, third.headers['x-error-code']]).toEqual([409, 'M09'])
    approved[name] = replacing
  })

  it('a setting cannot be ended by a request for its replacement', async () => {
    const { id, rowVersion } = approved[name] as Row
    const answer = await fm.post(`${urlOf(name)}/${id}/replace`, { rowVersion, lastDay: today })
    expect([403, 404, 409]).toContain(answer.statusCode)
  })

  it('holds on no day when it is stopped before it begins', async () => {
    const stopped = await step(fm, { name, row: approved[name] as Row, action: 'stop' })
    expect(stopped.status).toBe('5')
    if ('endDate' in stopped) expect(stopped.endDate).toBe(today)
    if ('endMonth' in stopped) expect(stopped.endMonth).toBe(monthOf(today))
    const again = await draft(ops, name, kinds[name]?.later ?? {})
    expect((await step(ops, { name, row: again, action: 'submit' })).status).toBe('2')
  })
})

describe('a setting', () => {
  it('a setting does not begin in a closed period', async () => {
    const month = lastDateOfMonth(monthOf(addMonths(`${today.slice(0, 7)}-01`, -20)))
    await server.app.db
      .insertInto('companyPeriod')
      .values({
        ...{ companyNo: 'C000109', stream: 'MONTH', periodNo: monthOf(month), startDate: `${month.slice(0, 7)}-01`, endDate: month },
        ...{ status: '2', closedAt: new Date(), closedBy: 'fin01', createdBy: '系統', updatedBy: null, updatedAt: null },
      })
      .execute()
    const own = { companyNo: 'C000109', startDate: month, endDate: `${far}-12-31` }
    for (const name of ['reward_point', 'point_exchange']) {
      const answer = await ops.post(urlOf(name), { ...kinds[name]?.values, ...own })
      expect([answer.statusCode, answer.json()]).toEqual([400, { startDate: '生效日期不可早於已關帳帳期。' }])
      expect((await ops.post(urlOf(name), { ...kinds[name]?.values, ...own, startDate: addDays(month, 1) })).statusCode).toBe(201)
    }
    const months = { companyNo: 'C000109', startMonth: monthOf(month), endMonth: `${far}12` }
    const discount = await ops.post(urlOf('company_discount'), { ...kinds.company_discount?.values, ...months })
    expect([discount.statusCode, discount.json()]).toEqual([400, { startMonth: '生效日期不可早於已關帳帳期。' }])
  })

  it('a setting that begins before today is submitted and approved by who knows how much it will not change', async () => {
    const since = addDays(today, -30)
    const sales = sql<{ count: number }>`
      select count(*)::int as count from point_transaction
      where company_no = 'C000101' and kind in ('10', '11') and business_date between ${since} and ${today}`
    const { count = 0 } = (await sales.execute(server.app.db)).rows[0] ?? {}
    expect(count).toBeGreaterThan(0)
    const told = (step: string) =>
      `自 ${since} 起已有 ${count.toLocaleString('en-US')} 筆交易依原設定入帳，這些交易的點數不會重新計算。確定要${step}嗎？`
    const own = { companyNo: 'C000101', isDefault: false, startDate: since }
    const { id, rowVersion } = await draft(ops, 'reward_point', own)
    const at = `${urlOf('reward_point')}/${id}`
    const asked = await ops.post(`${at}/submit`, { rowVersion })
    expect([asked.statusCode, asked.headers['x-error-code'], asked.body]).toEqual([409, 'CONFIRM:confirmPosted', told('送審')])
    const waiting = (await ops.post(`${at}/submit`, { rowVersion, confirmPosted: true })).json<Row>()
    const judged = await fm.post(`${at}/approve`, { rowVersion: waiting.rowVersion })
    expect([judged.statusCode, judged.headers['x-error-code'], judged.body]).toEqual([409, 'CONFIRM:confirmPosted', told('核准')])
    expect((await fm.post(`${at}/approve`, { rowVersion: waiting.rowVersion, confirmPosted: true })).json<Row>().status).toBe('3')
    // One that begins today is the usual case.
    await step(ops, { name: 'reward_point', row: await draft(ops, 'reward_point', { ...own, startDate: today }), action: 'submit' })
  })

  it('a setting of a conversion and of a card that begins before today is counted by its own postings', async () => {
    const { db } = server.app
    const days = { startDate: '2000-01-01', endDate: today }
    const kindsOf = sql<{ kind: string; companyNo: string; count: number }>`
      select kind, company_no, count(*)::int as count from point_transaction where kind in ('80', '81') group by 1, 2`
    const conversions = (await kindsOf.execute(db)).rows
    expect(conversions.length).toBeGreaterThan(0)
    for (const { kind, companyNo, count } of conversions) {
      const setting = { companyNo, direction: kind === '81' ? '2' : '1' } as const
      expect(await transact(db, (trx) => countConversions(trx, setting, days))).toBe(count)
    }
    const borne = sql<{ companyNo: string; count: number }>`
      select e.company_no, count(distinct t.id)::int as count from point_transaction t join point_entry e on e.transaction_id = t.id
      where t.kind in ('10', '11') and e.account_class = 'PAYG' group by 1`
    const payers = (await borne.execute(db)).rows
    expect(payers.length).toBeGreaterThan(0)
    for (const { companyNo, count } of payers) {
      const setting = { payerCompanyNo: companyNo, companyNo: null, cardPrefixes: ['000000'] }
      expect(await transact(db, (trx) => countCardSales(trx, setting, days))).toBe(count)
    }
  })

  it('a setting of a year that is settled does not move any more', async () => {
    const rows = (await ops.get(`${urlOf('yearly_discount')}/0/50?companyNo=C000101&status=3`)).json<{ rows: Row[] }>().rows
    const settled = rows.find((row) => row.year === Number(today.slice(0, 4)) - 1) as Row
    await server.app.db.updateTable('yearlyDiscount').set({ settledStatus: '2' }).where('id', '=', settled.id).execute()
    for (const answer of [
      await fm.post(`${urlOf('yearly_discount')}/${settled.id}/stop`, { rowVersion: settled.rowVersion }),
      await ops.post(`${urlOf('yearly_discount')}/${settled.id}/change`),
    ]) {
      expect([answer.statusCode, answer.body]).toEqual([409, '帳期已關帳，不可異動。'])
    }
  })

  it('a setting keeps its own rules: multiples, tiers, groups, prefixes, payers', async () => {
    const post = async (name: string, own: Values) => {
      const answer = await ops.post(urlOf(name), { ...kinds[name]?.values, ...own })
      return [answer.statusCode, answer.json()]
    }
    expect(await post('point_exchange', { minPoints: 1500, stepPoints: 300 })).toEqual([
      ...[400, { minPoints: '最低點數 須為 1000 的倍數', stepPoints: '單位 須為 1000 的倍數' }],
    ])
    const twice = [tiers[0], { conditionPoint: 0, discountRate: 2 }]
    expect((await post('company_discount', { tiers: twice }))[0]).toBe(400)
    expect(JSON.stringify(await post('company_discount', { tiers: twice }))).toContain('門檻點數不可重複。')
    expect(await post('company_discount', { combineGroup: true })).toEqual([
      ...[400, { combineGroup: '特約商於此期間不屬於啟用折扣合併計算的集團。' }],
    ])
    expect(await post('pay_as_you_go_payer_extra_ratio', { cardPrefixes: ['12345'] })).toEqual([
      ...[400, { cardPrefixes: '卡號前綴 須為6至8碼數字' }],
    ])
    expect((await post('pay_as_you_go_payer_extra_ratio', { payerCompanyNo: 'C000101' }))[0]).toBe(400)
    expect((await post('point_exchange', { companyNo: 'C000111' }))[0]).toBe(400)
  })

  it('a setting that shares its cost among all companies is confirmed before it is submitted', async () => {
    const name = 'pay_as_you_go_payer_extra_ratio'
    const { id, rowVersion } = await draft(ops, name, { companyNo: null, priority: 60 })
    const asked = await ops.post(`${urlOf(name)}/${id}/submit`, { rowVersion })
    expect([asked.statusCode, asked.body]).toEqual([409, '加碼點數將由各特約商分攤，確定要送審嗎？'])
    expect((await ops.post(`${urlOf(name)}/${id}/submit`, { rowVersion, confirmSharedCost: true })).statusCode).toBe(200)
  })
})

describe('試算', () => {
  it('tells tier, discount and fee at the prices of the company', async () => {
    const created = await draft(ops, 'company_discount', { companyNo: 'C000109' })
    await sql`update company set ap_unit_price = 1.05 where company_no = 'C000109'`.execute(server.app.db)
    const answer = await ops.post(`${urlOf('company_discount')}/${created.id}/trial`, { rowVersion: created.rowVersion, points: 1_236_844 })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        tier: { title: '適用級距', value: '第 3 級（≥1,000,000）' },
        rate: { value: '5%' },
        gross: { value: 'NT$1,298,686' },
        discount: { value: 'NT$64,934' },
        fee: { value: 'NT$1,233,752' },
        tax: { value: 'NT$61,688' },
      },
    ])
    const none = await ops.post(`${urlOf('company_discount')}/${created.id}/trial`, {})
    expect([none.statusCode, none.json()]).toEqual([400, { points: '點數 必填' }])
  })

  it('試算 of a setting that is added up takes the tier from the points of the group, for the own fee', async () => {
    const trialOf = async (name: string) => {
      const { rows } = (await ops.get(`${urlOf(name)}/0/50?combineGroup=true&feeType=1&status=3`)).json<{ rows: Row[] }>()
      return `${urlOf(name)}/${(rows[0] as Row).id}/trial`
    }
    const monthly = await trialOf('company_discount')
    const alone = await ops.post(monthly, { points: 1 })
    expect([alone.statusCode, alone.json()]).toEqual([400, { groupPoints: '集團合計點數 必填' }])
    const rates = [0, 9_999_999_999].map(async (groupPoints) => {
      const { rate, groupPoints: told } = (await ops.post(monthly, { points: 10, groupPoints })).json<Record<string, { value: string }>>()
      return [told?.value, rate?.value === '0%']
    })
    expect(await Promise.all(rates)).toEqual([
      ['0', true],
      ['9,999,999,999', false],
    ])
    const yearly = await ops.post(await trialOf('yearly_discount'), { points: 1, groupPoints: 14_235_120, yearFee: 14_220_123 })
    expect(yearly.json()).toMatchObject({ points: { value: '1' }, rate: { value: '2%' }, discount: { value: 'NT$284,402' } })
  })

  it('試算 of a year takes the fee that is given, and is for who may see the setting', async () => {
    const rows = (await ops.get(`${urlOf('yearly_discount')}/0/50?companyNo=C000101&feeType=1&status=3`)).json<{ rows: Row[] }>().rows
    const { id } = rows[0] as Row
    const trial = `${urlOf('yearly_discount')}/${id}/trial`
    const answer = await ops.post(trial, { points: 14_235_120, yearFee: 14_220_123 })
    expect(answer.json()).toMatchObject({ rate: { value: '2%' }, discount: { value: 'NT$284,402' }, tax: { value: 'NT$14,220' } })
    expect((await (await signIn(server, 'mer01')).post(trial, { points: 1 })).statusCode).toBe(200)
    expect((await (await signIn(server, 'mer02')).post(trial, { points: 1 })).statusCode).toBe(404)
    expect((await (await signIn(server, 'cs01')).post(trial, { points: 1 })).statusCode).toBe(403)
  })
})

describe('a merchant', () => {
  it('reads its own discounts only and changes none', async () => {
    const mer01 = await signIn(server, 'mer01')
    for (const name of ['reward_point', 'company_discount', 'yearly_discount']) {
      const rows = (await mer01.get(`${urlOf(name)}/0/50`)).json<{ rows: Row[] }>().rows
      expect([name, ...new Set(rows.map((row) => row.companyNo))]).toEqual([name, 'C000101'])
      expect((await mer01.post(urlOf(name), kinds[name]?.values ?? {})).statusCode).toBe(403)
    }
    for (const name of ['point_exchange', 'pay_as_you_go_payer_extra_ratio'])
      expect((await mer01.get(`${urlOf(name)}/0/50`)).statusCode).toBe(403)
  })
})

describe('the extra points of a card', () => {
  it('the extra points of a card come from the settings in force: a company of its own before all, its own opt-out too', async () => {
    const extraOf = (companyNo: string, cardType: string, date = today) =>
      findExtraRule(() => server.app.db, companyNo, date, {
        amount: 1000,
        payments: [{ paymentType: '3', amount: 1000, cardNo6: '356778', cardType }],
      })
    expect(await extraOf('C000101', '04')).toMatchObject({ extraRatio: 200, payerShareRatio: 100, payerCompanyNo: 'C000900' })
    expect(await extraOf('C000101', '01')).toMatchObject({ extraRatio: 150, payerShareRatio: 60, monthlyCapPoints: 1000, unitPrice: 0.95 })
    expect(await extraOf('C000104', '01')).toMatchObject({ extraRatio: 0 })
    expect(await extraOf('C000101', '01', '2001-01-01')).toBeNull()
  })
})
