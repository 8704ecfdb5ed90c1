import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { makerAndChecker, signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession
let fm: TestSession
let editor: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
  editor = await makerAndChecker(server, await signIn(server, 'admin'))
})
afterAll(() => server.close())

const rewards = '/api/company/reward_point'
const details = '/api/company/company_details'

/** A draft that `maker` made, edited by `editor`, submitted by `maker`. */
async function submittedReward(maker: TestSession): Promise<Row> {
  const values = {
    companyNo: 'C000101',
    rewardPointName: '春季回饋',
    rewardType: '1',
    spendAmount: 100,
    rewardPoints: 1,
    roundingMode: '1',
    minSpend: 0,
    storeScope: '1',
    excludePointPart: true,
    expiryRule: '1',
    effectiveDelayDays: 0,
    priority: 50,
    isDefault: false,
    startDate: '2031-01-01',
    endDate: '2031-12-31',
  }
  const made = await maker.post(rewards, values)
  expect([made.statusCode, made.statusCode === 201 ? '' : made.body]).toEqual([201, ''])
  const draft = made.json<Row>()
  const edited = (await editor.put(`${rewards}/${draft.id}`, { rowVersion: draft.rowVersion, priority: 51 })).json<Row>()
  return (await maker.post(`${rewards}/${draft.id}/submit`, { rowVersion: edited.rowVersion })).json<Row>()
}

describe('who last edited a setting', () => {
  it('who last edited a setting cannot approve it, although somebody else submitted it', async () => {
    const { id, rowVersion } = await submittedReward(ops)
    const answer = await editor.post(`${rewards}/${id}/approve`, { rowVersion })
    expect([answer.statusCode, answer.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    expect((await fm.post(`${rewards}/${id}/approve`, { rowVersion })).statusCode).toBe(200)
  })
})

describe('a rejection', () => {
  it('needs a reason that is more than blanks', async () => {
    const { id, rowVersion } = await submittedReward(ops)
    const answer = await fm.post(`${rewards}/${id}/reject`, { rowVersion, rejectReason: ' \u3000 ' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { rejectReason: '退回原因 必填' }])
  })
})

describe('the decision on a change of prices', () => {
  it('the decision on a change of prices is about the version that the checker saw', async () => {
    const company = (await ops.get(`${details}/0/1?companyNo=C000104`)).json<{ rows: Row[] }>().rows[0] as Row
    const asked = await ops.put(`/api/company/companies/${company.id}`, { rowVersion: company.rowVersion, apUnitPrice: 1.25 })
    const seen = asked.json<Row>().rowVersion
    expect((await ops.put(`/api/company/companies/${company.id}`, { rowVersion: seen, remark: '另一項修改' })).statusCode).toBe(200)

    for (const decision of ['approve_change', 'reject_change']) {
      const stale = await fm.post(`${details}/${company.id}/${decision}`, { rowVersion: seen, rejectReason: '不合' })
      expect([decision, stale.statusCode, stale.body]).toEqual([decision, 409, '資料已被其他人員修改，請重新查詢後再試。'])
      const blind = await fm.post(`${details}/${company.id}/${decision}`, { rejectReason: '不合' })
      expect([blind.statusCode, blind.json()]).toEqual([400, { rowVersion: '版本 必填' }])
    }
    const reasonless = await fm.post(`${details}/${company.id}/reject_change`, { rowVersion: seen + 1 })
    expect([reasonless.statusCode, reasonless.json()]).toEqual([400, { rejectReason: '退回原因 必填' }])
    expect((await fm.post(`${details}/${company.id}/approve_change`, { rowVersion: seen + 1 })).statusCode).toBe(200)
  })
})

describe('blanks', () => {
  it('fill no required field in, and make no second name out of one', async () => {
    const group = {
      parentCompanyNo: 'C000105',
      combineDiscount: false,
      status: '1',
      members: [
        { companyNo: 'C000105', joinDate: '2031-01-01' },
        { companyNo: 'C000106', joinDate: '2031-01-01' },
      ],
    }
    const url = '/api/company/company_group'
    const blank = await ops.post(url, { ...group, companyGroupName: ' \u3000' })
    expect([blank.statusCode, blank.json()]).toEqual([400, { companyGroupName: '集團名稱 必填' }])
    const taken = (await ops.get(`${url}/0/1`)).json<{ rows: Row[] }>().rows[0]?.companyGroupName
    const again = await ops.post(url, { ...group, companyGroupName: ` ${taken} ` })
    expect([again.statusCode, again.json()]).toEqual([409, { companyGroupName: '集團名稱 已存在，請重新輸入。' }])
  })

  it('blanks are no content of an announcement', async () => {
    const times = { startAt: '2031-01-01T00:00:00Z', endAt: '2031-02-01T00:00:00Z' }
    const values = { category: '1', title: '停機', content: '<p>&nbsp; </p>', audience: ['1'], isPinned: false, ...times }
    const answer = await ops.post('/api/announcement/announcements', values)
    expect([answer.statusCode, answer.json()]).toEqual([400, { content: '內容 必填' }])
  })
})
