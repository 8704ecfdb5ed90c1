import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../src/rules/dates.ts'
import { endContracts } from '../../src/server/domain/company/jobs.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let fm: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
})

afterAll(() => server.close())

const today = taipeiDate(new Date())
const companies = '/api/company/companies'

async function findRow(session: TestSession, url: string): Promise<Row> {
  const answer = await session.get(url)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  const row = answer.json<{ rows: Row[] }>().rows[0]
  if (!row) throw new Error(`nothing at ${url}`)
  return row
}

async function getCompany(session: TestSession, companyNo: string): Promise<Row> {
  const { id } = await findRow(session, `${companies}/0/1?companyNo=${companyNo}`)
  return (await session.get(`${companies}/${id}`)).json<Row>()
}

const values = {
  companyName: '晨曦書店有限公司',
  companyShortName: '晨曦書店',
  taxNumber: '22555003',
  companyType: '9',
  settlementMode: '1',
  isPayer: false,
  responsiblePerson: '王小明',
  contactName: '李小華',
  contactPhone: '0912345678',
  contactEmail: 'a@example.com',
  financeContactName: '李小華',
  financePhone: '02-23456789',
  financeEmail: 'b@example.com',
  cityCode: '63000',
  districtCode: '63000110',
  zipCode: '110',
  address: '信義路五段7號',
  invoiceTitle: '晨曦書店有限公司',
  contractNo: 'CT-TEST',
  contractStartDate: '2025-01-01',
  contractEndDate: '2030-12-31',
  allowIssue: true,
  allowRedeem: true,
  apUnitPrice: 1,
  dpUnitPrice: 1,
  dpProcFeeRate: 1.5,
  minRedeemPoints: 1,
  redeemStep: 1,
  maxRedeemRatio: 50,
  paymentTermDays: 30,
  bankCode: '004',
  bankBranch: '0011',
  bankAccount: '12345678901234',
}

describe('a new company', () => {
  it('a new company is refused with the text of the tax ID rule, then gets a number and is a draft', async () => {
    const wrong = await ops.post(companies, { ...values, taxNumber: '04595258' })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { taxNumber: '統編錯誤' }])
    const right = await ops.post(companies, values)
    expect([right.statusCode, right.headers['x-message-code']]).toEqual([201, 'M01'])
    expect(right.json()).toMatchObject({ companyNo: expect.stringMatching(/^C\d{6}$/), contractStatus: '1', prepaidBalance: 0 })
  })

  it('asks before a tax ID is used a second time', async () => {
    const second = { ...values, companyShortName: '晨曦二店' }
    const asked = await ops.post(companies, second)
    expect([asked.statusCode, asked.body, asked.headers['x-error-code']]).toEqual([
      409,
      '此統編已存在，確定新增嗎？',
      'CONFIRM:confirmDuplicateTaxNumber',
    ])
    expect((await ops.post(companies, { ...second, confirmDuplicateTaxNumber: true })).statusCode).toBe(201)
  })

  it('a new company has a postal code of its district, which a file names', async () => {
    const answer = await ops.post(companies, { ...values, companyShortName: '晨曦三店', zipCode: '100', confirmDuplicateTaxNumber: true })
    expect([answer.statusCode, answer.json()]).toEqual([400, { zipCode: '郵遞區號 格式錯誤' }])
    const file = await ops.get(`${companies}/export?format=csv&companyName=晨曦書店`)
    expect(file.body).toContain('"臺北市","110 信義區","110"')
  })

  it('a new company cannot be submitted without an outlet', async () => {
    const draft = await findRow(ops, `${companies}/0/1?companyName=晨曦書店`)
    const answer = await ops.post(`${companies}/${draft.id}/submit`, { rowVersion: draft.rowVersion })
    expect([answer.statusCode, answer.body]).toEqual([409, '請先建立至少一間啟用門市，再行送審。'])
  })
})

describe('the contract of a company', () => {
  it('the contract of a company is approved by a second person in the detail screen', async () => {
    const waiting = await findRow(fm, '/api/company/company_details/0/1?contractStatus=2')
    const byMaker = await ops.post(`/api/company/company_details/${waiting.id}/approve`, { rowVersion: waiting.rowVersion })
    expect(byMaker.statusCode).toBe(403)
    const approved = await fm.post(`/api/company/company_details/${waiting.id}/approve`, { rowVersion: waiting.rowVersion })
    expect([approved.statusCode, approved.json()]).toMatchObject([200, { contractStatus: '3', approvedBy: 'fm01' }])
  })

  it('stops, goes on and ends with a reason', async () => {
    const company = await getCompany(fm, 'C000104')
    const url = `/api/company/companies/${company.id}`
    const suspended = await fm.post(`${url}/suspend`, { rowVersion: company.rowVersion, reason: '系統更新' })
    expect([suspended.statusCode, suspended.json<Row>().contractStatus]).toEqual([200, '4'])
    const resumed = await fm.post(`${url}/resume`, { rowVersion: suspended.json<Row>().rowVersion })
    expect(resumed.json<Row>().contractStatus).toBe('3')
    const rowVersion = resumed.json<Row>().rowVersion
    const past = await fm.post(`${url}/terminate`, { rowVersion, terminateDate: addDays(today, -1), reason: '停業' })
    expect([past.statusCode, past.json()]).toEqual([400, { terminateDate: '終止日不可早於今日。' }])
    const planned = await fm.post(`${url}/terminate`, { rowVersion, terminateDate: addDays(today, 5), reason: '停業' })
    expect([planned.statusCode, planned.json<Row>().contractStatus]).toEqual([200, '3'])
    const ended = await fm.post(`${url}/terminate`, { rowVersion: planned.json<Row>().rowVersion, terminateDate: today, reason: '停業' })
    expect(ended.json<Row>().contractStatus).toBe('9')
  })
})

describe('a price of a company in force', () => {
  it('changes only when a second person approves', async () => {
    const company = await getCompany(ops, 'C000103')
    const update = await ops.put(`${companies}/${company.id}`, {
      rowVersion: company.rowVersion,
      apUnitPrice: 0.8,
      contactName: '新聯絡人',
    })
    expect([update.statusCode, update.statusCode === 200 ? '' : update.body]).toEqual([200, ''])
    expect(update.json()).toMatchObject({ apUnitPrice: company.apUnitPrice, contactName: '新聯絡人', hasPendingChange: true })

    expect(decodeURIComponent(String(update.headers['x-message-text']))).toBe('價格與帳務欄位已送審，核准後生效。')

    const child = await fm.get(`/api/company/company_details/${company.id}/children/changes/0/10`)
    expect(child.json<{ rows: Row[] }>().rows).toMatchObject([{ fieldName: '贈點單價（未稅）', newValue: '0.8000', effectiveDate: today }])

    const approve = await fm.post(`/api/company/company_details/${company.id}/approve_change`, {
      rowVersion: update.json<Row>().rowVersion,
    })
    // The request contains the old values, so it is only for users who may see these.
    expect([approve.statusCode, approve.headers['x-message-code'], approve.json()]).toEqual([200, 'M04', {}])
    expect(await getCompany(ops, 'C000103')).toMatchObject({ apUnitPrice: 0.8, hasPendingChange: false })
  })

  it('a price of a company in force is taken back by its maker and nobody else, with a line in the history, and cannot be approved then', async () => {
    const before = await getCompany(ops, 'C000105')
    const update = await ops.put(`${companies}/${before.id}`, { rowVersion: before.rowVersion, apUnitPrice: 0.7 })
    expect([update.statusCode, update.json<Row>().hasPendingChange]).toEqual([200, true])
    const { rowVersion } = update.json<Row>()
    const withdraw = (session: TestSession) => session.post(`${companies}/${before.id}/withdraw_change`, { rowVersion })
    expect((await withdraw(await signIn(server, 'cs01'))).statusCode).toBe(403)
    const foreign = await withdraw(await signIn(server, 'ops02'))
    expect([foreign.statusCode, foreign.headers['x-error-code']]).toEqual([409, 'M09'])
    expect((await withdraw(ops)).statusCode).toBe(200)
    const after = await getCompany(ops, 'C000105')
    expect(after).toMatchObject({ apUnitPrice: before.apUnitPrice, hasPendingChange: false })
    const late = await fm.post(`/api/company/company_details/${before.id}/approve_change`, { rowVersion: after.rowVersion })
    expect([late.statusCode, late.headers['x-error-code']]).toEqual([409, 'M09'])
    const history = (await ops.get(`${companies}/${before.id}/history`)).json<Row[]>()
    expect(history[0]).toMatchObject({ action: '變更撤回', userName: 'ops01' })
  })

  it('a price of a company in force stays when the change is rejected, and the log names maker and checker of both', async () => {
    const company = await getCompany(fm, 'C000106')
    expect(company.hasPendingChange).toBe(true)
    const reject = (rejectReason: string) =>
      fm.post(`/api/company/company_details/${company.id}/reject_change`, { rowVersion: company.rowVersion, rejectReason })
    expect((await reject('長'.repeat(201))).json()).toEqual({ rejectReason: '退回原因 格式錯誤' })
    const rejected = await reject('價格未經簽核')
    expect(rejected.statusCode).toBe(200)
    expect(await getCompany(fm, 'C000106')).toMatchObject({ apUnitPrice: company.apUnitPrice, hasPendingChange: false })
    const log = await fm.get(
      `/api/logs/companylog/0/20?occurredAtFrom=${addDays(today, -7)}&occurredAtTo=${today}&companyNo=C000103&fieldName=贈點單價`,
    )
    expect(log.json<{ rows: Row[] }>().rows[0]).toMatchObject({ newValue: '0.8000', userName: 'ops01', approvedBy: 'fm01', logAction: '5' })
  })

  it('a price of a company in force lets another settlement mode begin on the first of a month only', async () => {
    const company = await getCompany(ops, 'C000101')
    const effectiveDate = `${addDays(today, 40).slice(0, 7)}-02`
    const answer = await ops.put(`${companies}/${company.id}`, { rowVersion: company.rowVersion, settlementMode: '2', effectiveDate })
    expect([answer.statusCode, answer.json()]).toEqual([400, { settlementMode: '結算方式僅可自每月1日起變更。' }])
  })
})

describe('a merchant user', () => {
  it('sees only the own company, and the group when it is the parent', async () => {
    const mer01 = await signIn(server, 'mer01')
    const list = await mer01.get('/api/company/company_details/0/50')
    expect(list.json<{ rows: Row[] }>().rows.map((row) => row.companyNo)).toEqual(['C000101'])
    const foreign = await getCompany(ops, 'C000102')
    expect((await mer01.get(`/api/company/company_details/${foreign.id}`)).statusCode).toBe(404)
    const options = await mer01.put('/api/shared/dictionary', { parameter: 'Company' })
    expect(options.json<Row[]>().map((option) => option.key)).toEqual(['C000101'])
    const mer02 = await signIn(server, 'mer02')
    const group = await mer02.get('/api/company/company_details/0/50')
    expect(group.json<{ rows: Row[] }>().rows.map((row) => row.companyNo)).toEqual(['C000102', 'C000103', 'C000104'])
  })
})

describe('outlets, groups and reward settings', () => {
  let newVersion: Row

  it('outlets, groups and reward settings keep the last active outlet of a company in force', async () => {
    const store = await findRow(ops, '/api/company/retail_store/0/1?companyNo=C000105')
    const answer = await ops.put(`/api/company/retail_store/${store.id}`, { rowVersion: store.rowVersion, status: '0' })
    expect([answer.statusCode, answer.body]).toEqual([409, '至少須保留一間啟用門市。'])
  })

  it('refuse a terminal that another outlet has', async () => {
    const store = await findRow(ops, '/api/company/retail_store/0/1?companyNo=C000107')
    const answer = await ops.put(`/api/company/retail_store/${store.id}`, { rowVersion: store.rowVersion, terminalIds: ['000101T01'] })
    expect([answer.statusCode, answer.json()]).toEqual([400, { terminalIds: '端末機代碼 000101T01 已存在，請重新輸入。' }])
  })

  it('outlets, groups and reward settings let a company be in one group at a time', async () => {
    const members = ['C000101', 'C000102'].map((companyNo) => ({ companyNo, joinDate: '2025-01-01' }))
    const group = { companyGroupName: '另一集團', parentCompanyNo: 'C000101', combineDiscount: false, members, status: '1' }
    const answer = await ops.post('/api/company/company_group', group)
    expect([answer.statusCode, answer.body]).toEqual([409, '禾光百貨 已屬於其他集團。'])
  })

  it('refuse a second default on the same days and keep the last default', async () => {
    const current = await findRow(ops, '/api/company/reward_point/0/1?companyNo=C000101&isDefault=true&status=3')
    const change = await ops.post(`/api/company/reward_point/${current.id}/change`)
    expect([change.statusCode, change.headers['x-message-code']]).toEqual([201, 'M01'])
    newVersion = change.json<Row>()
    const stop = await fm.post(`/api/company/reward_point/${current.id}/stop`, { rowVersion: current.rowVersion })
    expect([stop.statusCode, stop.body]).toEqual([409, '至少須保留一筆預設回饋設定。'])
    const whole = (await ops.get(`/api/company/reward_point/${current.id}`)).json<Row>()
    const { companyNo, rewardPointName, spendAmount, rewardPoints, endDate } = whole
    // Not in months that are closed.
    const startDate = today
    const other = await ops.post('/api/company/reward_point', {
      ...{ companyNo, spendAmount, rewardPoints, startDate, endDate, rewardType: '1', roundingMode: '1', minSpend: 0 },
      ...{ storeScope: '1', excludePointPart: true, expiryRule: '1', effectiveDelayDays: 0, priority: 10, isDefault: true },
      rewardPointName: `${String(rewardPointName)}二`,
    })
    expect([other.statusCode, other.statusCode === 201 ? '' : other.body]).toEqual([201, ''])
    const created = other.json<Row>()
    const submit = await ops.post(`/api/company/reward_point/${created.id}/submit`, { rowVersion: created.rowVersion })
    expect([submit.statusCode, submit.headers['x-error-code']]).toEqual([409, 'M19'])
  })

  it('ask before an unusually high rate is submitted', async () => {
    const reward = await ops.post('/api/company/reward_point', {
      ...{ companyNo: 'C000101', spendAmount: 100, rewardPoints: 25, startDate: today, endDate: addDays(today, 30), rewardType: '1' },
      ...{ roundingMode: '1', minSpend: 0, storeScope: '1', excludePointPart: true, expiryRule: '1', effectiveDelayDays: 0 },
      ...{ priority: 10, isDefault: false, rewardPointName: '週年慶加碼' },
    })
    expect([reward.statusCode, reward.statusCode === 201 ? '' : reward.body]).toEqual([201, ''])
    const { id, rowVersion } = reward.json<Row>()
    const asked = await ops.post(`/api/company/reward_point/${id}/submit`, { rowVersion })
    expect([asked.statusCode, asked.body, asked.headers['x-error-code']]).toEqual([
      409,
      '回饋率超過20%，確定要送審嗎？',
      'CONFIRM:confirmHighRate',
    ])
    const confirmed = await ops.post(`/api/company/reward_point/${id}/submit`, { rowVersion, confirmHighRate: true })
    expect([confirmed.statusCode, confirmed.json<Row>().status]).toEqual([200, '2'])
  })

  it('flag that rate for the approver, until it is decided', async () => {
    const list = await fm.get(`/api/company/reward_point/0/1?rewardPointName=${encodeURIComponent('週年慶加碼')}`)
    const [submitted] = list.json<{ rows: Row[] }>().rows
    const read = async () => (await fm.get(`/api/company/reward_point/${submitted?.id}`)).json<Row>()
    expect((await read()).outOfLimits).toEqual({ rewardRate: '高於回饋率警示上限 20%。' })
    const rejected = await fm.post(`/api/company/reward_point/${submitted?.id}/reject`, {
      rowVersion: submitted?.rowVersion,
      rejectReason: '過高',
    })
    expect([rejected.statusCode, (await read()).outOfLimits]).toEqual([200, { rewardRate: '高於回饋率警示上限 20%。' }])
    const decided = (await fm.get('/api/company/reward_point/0/1?status=3')).json<{ rows: Row[] }>().rows[0]
    expect((await fm.get(`/api/company/reward_point/${decided?.id}`)).json<Row>()).not.toHaveProperty('outOfLimits')
  })

  it('outlets, groups and reward settings end the old version the day before an approved new one begins', async () => {
    const draft = newVersion
    const startDate = addDays(today, 10)
    const moved = await ops.put(`/api/company/reward_point/${draft.id}`, { rowVersion: draft.rowVersion, startDate })
    expect([moved.statusCode, moved.statusCode === 200 ? '' : moved.body]).toEqual([200, ''])
    const submitted = await ops.post(`/api/company/reward_point/${draft.id}/submit`, { rowVersion: moved.json<Row>().rowVersion })
    const approved = await fm.post(`/api/company/reward_point/${draft.id}/approve`, { rowVersion: submitted.json<Row>().rowVersion })
    expect([approved.statusCode, approved.json<Row>().status]).toEqual([200, '3'])
    const list = await ops.get('/api/company/reward_point/0/10?companyNo=C000101&isDefault=true&status=3&sort=startDate.asc')
    expect(list.json<{ rows: Row[] }>().rows.map((row) => row.endDate)[0]).toBe(addDays(today, 9))
  })
})

describe('contracts that are over', () => {
  it('contracts that are over are ended by the nightly job, once', async () => {
    const later = startOfTaipeiDate(addDays(today, 3650))
    // Planned for a day after the end of the contract, which comes first.
    const afterwards = { terminateDate: addDays(today, 3700), terminateReason: '停業' }
    await server.app.db.updateTable('company').set(afterwards).where('companyNo', '=', 'C000101').execute()
    expect((await endContracts(server.app, later)).ended).toBeGreaterThan(5)
    expect(await endContracts(server.app, later)).toEqual({ ended: 0 })
    expect(await getCompany(ops, 'C000101')).toMatchObject({ contractStatus: '9' })
  })
})
