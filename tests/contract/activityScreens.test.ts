import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordActivityEvent } from '../../src/server/domain/activity/public.ts'
import { digestOf } from '../../src/server/domain/activity/setting/digest.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Cell } from '../../src/server/records/export/cells.ts'
import { writeXlsx } from '../../src/server/records/export/xlsx.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { makerAndChecker, signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const activities = '/api/activity/activity'
const audits = '/api/activity/activityadjustments'
const histories = '/api/activity/activity_history'

const names = ['mkt01', 'ops01', 'ops02', 'fm01', 'cs01', 'aud01', 'mer01', 'fin01', 'admin'] as const
let server: TestServer
let people: Readonly<Record<(typeof names)[number], TestSession>>
let both: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const sessions: [string, TestSession][] = []
  for (const name of names) sessions.push([name, await signIn(server, name)])
  people = Object.fromEntries(sessions) as typeof people
  // Somebody who may write as well as decide: only the rule of two people stands between.
  await makerAndChecker(server, people.admin)
  const { db } = server.database
  const permissions = [
    'activity.view',
    'activity.create',
    'activity.edit',
    'activity.submit',
    'activityadjustments.view',
    'activityadjustments.approve',
  ]
  await sql`
    insert into app_role (role_code, role_name, user_type, permissions)
    values ('ACTALL', '活動全權', '1', ${JSON.stringify(permissions.map((each) => `activity.${each}`))}::jsonb)`.execute(db)
  await sql`update app_user set roles = '["ACTALL"]' where user_name = 'both01'`.execute(db)
  both = await signIn(server, 'both01', 'Xiao!58231y')
})
afterAll(() => server.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs).toISOString()

const draft = (changes: object = {}) => ({
  ...{ activityName: '測試活動', companyNo: 'C000101', activityType: '2', costBearer: '1', fixedPoints: 50, minAmount: 500 },
  ...{ startAt: inDays(1), endAt: inDays(30), storeScope: '1', memberScope: '1', requireCode: true, budgetPoints: 5000, expiryRule: '1' },
  ...changes,
})
/** What makes a draft one that multiplies, or one for a list, without what only the others have. */
const multiplying = { activityType: '1', fixedPoints: null, minAmount: null }
const forList = { activityType: '4', fixedPoints: 100, minAmount: null, requireCode: false }

async function create(changes: object = {}, session = people.mkt01): Promise<Row> {
  const answer = await session.post(activities, draft(changes))
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json<Row>()
}

const read = async (id: number) => (await people.ops01.get(`${activities}/${id}`)).json<Row>()

async function step(session: TestSession, row: Row, name: string, input: object = {}) {
  return session.post(`${activities}/${row.id}/${name}`, { rowVersion: (await read(row.id)).rowVersion, ...input })
}

async function waiting(row: Row): Promise<Row> {
  const rows = (await people.ops01.get(`${audits}/0/25?status=2&activityCode=${row.activityCode}`)).json<{ rows: Row[] }>().rows
  return rows[0] as Row
}

async function decide(session: TestSession, row: Row, name: 'approve' | 'reject' | 'withdraw', input: object = {}) {
  const request = await waiting(row)
  return session.post(`${audits}/${request.id}/${name}`, { rowVersion: request.rowVersion, ...input })
}

async function approved(changes: object = {}): Promise<Row> {
  const row = await create(changes)
  expect((await step(people.mkt01, row, 'submit')).statusCode).toBe(200)
  expect((await decide(people.ops01, row, 'approve')).statusCode).toBe(200)
  return read(row.id)
}

/** Moves the start of an approved campaign into the past, as time would. */
async function running(changes: object = {}): Promise<Row> {
  const row = await approved(changes)
  await sql`update activity set start_at = now() - interval '2 days' where id = ${row.id}`.execute(server.database.db)
  return read(row.id)
}

async function change(session: TestSession, row: Row, changes: object) {
  const { rowVersion } = await read(row.id)
  return session.put(`${activities}/${row.id}`, { rowVersion, changeReason: '測試變更', ...changes })
}

const historyOf = async (row: Row) =>
  (await people.ops01.get(`${histories}/0/100?activityCode=${row.activityCode}&sort=occurredAt`)).json<{ rows: Row[] }>().rows

describe('a draft of a campaign', () => {
  it('gets a number of its own, or the code that was chosen, in upper case', async () => {
    expect(String((await create()).activityCode)).toMatch(/^A\d{8}$/)
    expect((await create({ activityCode: 'spring2031' })).activityCode).toBe('SPRING2031')
    const again = await people.mkt01.post(activities, draft({ activityCode: 'Spring2031' }))
    expect([again.statusCode, again.json()]).toEqual([409, { activityCode: '活動代碼 已存在，請重新輸入。' }])
    const [taken] = await Promise.all([create()])
    const next = `${String(taken.activityCode).slice(0, 5)}${String(Number(String(taken.activityCode).slice(5)) + 1).padStart(4, '0')}`
    await create({ activityCode: next })
    expect((await create()).activityCode).not.toBe(next)
  })

  it.each<[string, object, string]>([
    ['a multiplier of 1', { ...multiplying, multiplier: 1 }, 'multiplier'],
    ['a multiplier of 20.1', { ...multiplying, multiplier: 20.1 }, 'multiplier'],
    ['a multiplier with two decimals', { ...multiplying, multiplier: 1.25 }, 'multiplier'],
    ['no multiplier', multiplying, 'multiplier'],
    ['no points', { fixedPoints: null }, 'fixedPoints'],
    ['no minimum', { minAmount: null }, 'minAmount'],
    ['no step', { activityType: '3' }, 'stepAmount'],
    ['an end before the start', { endAt: inDays(0) }, 'endAt'],
    ['a shared cost without a share', { costBearer: '3' }, 'platformShareRatio'],
    ['chosen outlets without any', { storeScope: '2' }, 'retailStoreNos'],
    ['the outlet of another company', { storeScope: '2', retailStoreNos: ['C0001020001'] }, 'retailStoreNos'],
    ['no budget', { budgetPoints: 0 }, 'budgetPoints'],
    ['an expiry without its value', { expiryRule: '3' }, 'expiryValue'],
    ['an expiry without its day', { expiryRule: '4' }, 'expiryDate'],
    ['an expiry before the end', { expiryRule: '4', expiryDate: inDays(2).slice(0, 10) }, 'expiryDate'],
    ['an end of the day without a start', { dailyTo: '12:00' }, 'dailyFrom'],
    ['a day without hours', { dailyFrom: '12:00', dailyTo: '12:00' }, 'dailyTo'],
    ['an hour that is none', { dailyFrom: '25:00', dailyTo: '12:00' }, 'dailyFrom'],
    ['a day that is none', { weekdays: ['8'] }, 'weekdays'],
    ['a code with a sign', { activityCode: 'ABC-123' }, 'activityCode'],
    ['a short code', { activityCode: 'ABC12' }, 'activityCode'],
  ])('a draft is refused with %s', async (_, changes, field) => {
    const answer = await people.mkt01.post(activities, draft(changes))
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, [field]])
  })

  it('takes no reason of a change, which nobody would keep, neither as a draft nor after it was rejected', async () => {
    const row = await create()
    const refusal = [400, { changeReason: '草稿與退回的活動直接修改，不經核准；變更原因不會留存，請勿填寫。' }]
    const told = await change(people.mkt01, row, { activityName: '改名的活動' })
    expect([told.statusCode, told.json()]).toEqual(refusal)
    const alone = await change(people.mkt01, row, {})
    expect([alone.statusCode, alone.json()]).toEqual(refusal)
    expect((await read(row.id)).activityName).toBe(row.activityName)
    expect((await change(people.mkt01, row, { activityName: '改名的活動', changeReason: '' })).statusCode).toBe(200)
    expect((await step(people.mkt01, row, 'submit')).statusCode).toBe(200)
    expect((await decide(people.ops01, row, 'reject', { rejectReason: '名稱不清楚' })).statusCode).toBe(200)
    const again = await change(people.mkt01, row, { activityName: '再改名' })
    expect([again.statusCode, again.json()]).toEqual(refusal)
    // A whole record that comes back says nothing new.
    expect((await people.mkt01.put(`${activities}/${row.id}`, { ...(await read(row.id)), activityName: '再改名' })).statusCode).toBe(200)
  })

  it('takes nothing in fields that do not count under its choices, and empties them when the choices change', async () => {
    const hidden = { fixedPoints: 50, stepAmount: 10, platformShareRatio: 30, expiryValue: 3 }
    const refused = await people.mkt01.post(activities, draft({ ...multiplying, multiplier: 2, ...hidden }))
    expect([refused.statusCode, Object.keys(refused.json<object>()).sort()]).toEqual([400, Object.keys(hidden).sort()])
    const row = await create({
      activityType: '3',
      stepAmount: 10,
      costBearer: '3',
      platformShareRatio: 30,
      expiryRule: '3',
      expiryValue: 3,
    })
    const changes = { activityType: '1', multiplier: 2, costBearer: '1', expiryRule: '1' }
    const changed = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, ...changes })
    const emptied = { fixedPoints: null, minAmount: null, stepAmount: null, platformShareRatio: null, expiryValue: null }
    expect(changed.json()).toMatchObject({ ...changes, ...emptied })
  })

  it('a campaign for registrations is for everybody who registers: nobody new is on a list, so that it would give nothing', async () => {
    const welcome = { activityType: '5', minAmount: null, requireCode: false }
    const refused = await people.mkt01.post(activities, draft({ ...welcome, memberScope: '3' }))
    expect([refused.statusCode, Object.keys(refused.json<object>())]).toEqual([400, ['memberScope']])
    const row = await create({ requireCode: false, memberScope: '3' })
    const changed = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, activityType: '5' })
    expect(changed.json()).toMatchObject({ activityType: '5', memberScope: '1', minAmount: null, requireCode: false })
  })

  it('changes and goes as long as nobody decides on it, and its code never changes', async () => {
    const row = await create()
    const changed = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, budgetPoints: 7000 })
    expect([changed.statusCode, changed.json<Row>().version]).toEqual([200, 2])
    const code = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: 2, activityCode: 'ANOTHER1' })
    expect([code.statusCode, code.json()]).toEqual([400, { activityCode: '活動代碼 不可修改' }])
    expect((await step(people.mkt01, row, 'submit')).statusCode).toBe(200)
    const late = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: (await read(row.id)).rowVersion, budgetPoints: 1 })
    expect([late.statusCode, late.headers['x-error-code']]).toEqual([409, 'M09'])
    expect((await people.mkt01.delete(`${activities}/${row.id}?rowVersion=${(await read(row.id)).rowVersion}`)).statusCode).toBe(409)
    const free = await create()
    expect((await people.mkt01.delete(`${activities}/${free.id}?rowVersion=1`)).statusCode).toBe(200)
  })
})

describe('a campaign is submitted', () => {
  it('no campaign is submitted after its start', async () => {
    const answer = await step(people.mkt01, await create({ startAt: inDays(-1) }), 'submit')
    expect([answer.statusCode, answer.json()]).toEqual([400, { startAt: '活動起日不可早於現在。' }])
  })

  it('no campaign is submitted without the list that it gives points to, nor with one that its budget does not hold', async () => {
    const row = await create({ ...forList, budgetPoints: 150 })
    expect((await step(people.mkt01, row, 'submit')).body).toBe('請先匯入名單。')
    const [one, two] = await memberNos(2)
    expect(
      (
        await importList(row, [
          ['會員編號', '贈送點數'],
          [one ?? '', null],
          [two ?? '', 51],
        ])
      ).statusCode,
    ).toBe(200)
    expect((await step(people.mkt01, row, 'submit')).body).toBe('名單贈點合計 151 點，超過活動預算點數。')
  })

  it('no campaign is submitted for a company whose contract is not in force', async () => {
    const { db } = server.database
    const row = await create({ companyNo: 'C000106' })
    await sql`update company set contract_status = '4' where company_no = 'C000106'`.execute(db)
    expect((await step(people.mkt01, row, 'submit')).body).toBe('主辦特約商合約未生效。')
    await sql`update company set contract_status = '3' where company_no = 'C000106'`.execute(db)
  })

  it('marketing submits, operations approve, and nobody else', async () => {
    const row = await create()
    for (const name of ['ops01', 'fm01', 'cs01', 'aud01', 'mer01'] as const) {
      expect([name, (await people[name].post(activities, draft())).statusCode]).toEqual([name, 403])
      expect([name, (await step(people[name], row, 'submit')).statusCode]).toEqual([name, 403])
    }
    await step(people.mkt01, row, 'submit')
    for (const name of ['mkt01', 'cs01', 'aud01', 'fin01'] as const) {
      expect([name, (await decide(people[name], row, 'approve')).statusCode]).toEqual([name, 403])
    }
    expect((await decide(people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ status: '3', pendingAdjustmentNo: null })
  })

  it('a campaign is never approved by who submitted or wrote it, nor written past the screen', async () => {
    const row = await create({}, both)
    await step(both, row, 'submit')
    const own = await decide(both, row, 'approve')
    expect([own.statusCode, own.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    expect((await decide(both, row, 'reject', { rejectReason: '自己' })).statusCode).toBe(409)
    // A second person submits what the first wrote.
    const other = await create({}, both)
    await step(people.mkt01, other, 'submit')
    expect((await decide(both, other, 'approve')).body).toBe('審核人員不可與申請人員相同。')
    const { id } = await waiting(row)
    const forged = sql`update activity_adjustment set status = '3', approved_by = submitted_by, approved_at = now() where id = ${id}`
    await expect(forged.execute(server.database.db)).rejects.toThrow(/activity_adjustment_two_people/)
    const edited = sql`update activity_adjustment set budget_points = 1 where id = ${id}`
    await expect(edited.execute(server.database.db)).rejects.toThrow(/insert-only/)
    for (const name of ['approve', 'reject', 'withdraw', 'change', 'terminate']) {
      expect([name, (await step(both, row, name, { remark: 'AA202501010001' })).statusCode]).toEqual([name, 404])
    }
  })

  it('a campaign is approved as it was submitted: what changed behind its back is refused', async () => {
    const row = await create()
    await step(people.mkt01, row, 'submit')
    await sql`update activity set budget_points = 999999 where id = ${row.id}`.execute(server.database.db)
    const answer = await decide(people.ops01, row, 'approve')
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([409, 'M10'])
    const stale = await people.ops01.post(`${audits}/${(await waiting(row)).id}/approve`, { rowVersion: 99 })
    expect([stale.statusCode, stale.headers['x-error-code']]).toEqual([409, 'M10'])
  })

  it('a campaign is not approved once its start has passed; a rejected one is edited into a draft again', async () => {
    const row = await create()
    await step(people.mkt01, row, 'submit')
    await sql`update activity set start_at = now() - interval '1 hour' where id = ${row.id}`.execute(server.database.db)
    // The start belongs to what was submitted, so the digest is taken anew, as if the clock had moved.
    const digest = await server.app.db.transaction().execute(async (trx) => {
      const call = { actor: systemActor, screen: null, entity: 'activity', now: new Date(), db: trx as never } as const
      return digestOf(trx as never, await server.app.records.get(call, row.id))
    })
    await sql`alter table activity_adjustment_content disable trigger user`.execute(server.database.db)
    await sql`update activity_adjustment_content set digest = ${digest} where adjustment_id = ${(await waiting(row)).id}`.execute(
      server.database.db,
    )
    await sql`alter table activity_adjustment_content enable trigger user`.execute(server.database.db)
    expect((await decide(people.ops01, row, 'approve')).body).toBe('活動起日已過，請退回修改。')
    expect((await decide(people.ops01, row, 'reject')).statusCode).toBe(400)
    expect((await decide(people.ops01, row, 'reject', { rejectReason: '起日已過' })).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ status: '7', rejectReason: '起日已過' })
    const again = await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: (await read(row.id)).rowVersion, startAt: inDays(2) })
    expect([again.statusCode, again.json<Row>().status]).toEqual([200, '1'])
  })

  it('a request is withdrawn by who submitted it only', async () => {
    const row = await create({}, both)
    await step(both, row, 'submit')
    expect((await decide(people.mkt01, row, 'withdraw')).statusCode).toBe(409)
    expect((await decide(both, row, 'withdraw')).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ status: '1', pendingAdjustmentNo: null })
  })

  it('a budget above the limit is approved by the finance managers only', async () => {
    const row = await create({ budgetPoints: 10_000_001 })
    await step(people.mkt01, row, 'submit')
    const listed = (await people.ops01.get(`${audits}/0/25?status=2&activityCode=${row.activityCode}`)).json<{ rows: Row[] }>().rows[0]
    expect(listed?.$denied ?? listed).toBeDefined()
    const answer = await decide(people.ops01, row, 'approve')
    expect([answer.statusCode, answer.body]).toEqual([409, '活動預算超過您的核准權限。'])
    expect((await decide(people.fm01, row, 'approve')).statusCode).toBe(200)
    const exact = await create({ budgetPoints: 10_000_000 })
    await step(people.mkt01, exact, 'submit')
    expect((await decide(people.ops01, exact, 'approve')).statusCode).toBe(200)
  })
})

describe('an approved campaign', () => {
  it('shows its state by dates and budget, to filters and order as well', async () => {
    const row = await running()
    expect(row.status).toBe('4')
    const { db } = server.database
    await sql`update activity set used_points = budget_points where id = ${row.id}`.execute(db)
    expect((await read(row.id)).status).toBe('8')
    const found = async (status: string) =>
      (await people.ops01.get(`${activities}/0/25?status=${status}&activityCode=${row.activityCode}`)).json<{ totalCount: number }>()
        .totalCount
    expect([await found('8'), await found('4'), await found('3')]).toEqual([1, 0, 0])
    await sql`update activity set end_at = now() - interval '1 minute' where id = ${row.id}`.execute(db)
    expect((await read(row.id)).status).toBe('5')
    const sorted = (await people.ops01.get(`${activities}/0/100?sort=status`))
      .json<{ rows: Row[] }>()
      .rows.map(({ status }) => String(status))
    expect(sorted).toEqual([...sorted].sort())
  })

  it('changes by a request only, which one other person approves', async () => {
    const row = await running()
    const asked = await change(people.mkt01, row, { budgetPoints: 6000, activityName: '改名' })
    expect([asked.statusCode, decodeURIComponent(String(asked.headers['x-message']))]).toMatchObject([200, expect.any(String)])
    expect(await read(row.id)).toMatchObject({ budgetPoints: 5000, pendingAdjustType: '2', version: 1 })
    expect((await change(people.mkt01, row, { budgetPoints: 7000 })).statusCode).toBe(409)
    const request = await waiting(row)
    const view = (await people.ops01.get(`${audits}/${request.id}`)).json<{ changes: object[] }>()
    expect(view).toMatchObject({ budgetPoints: 6000, budgetDiff: 1000, reason: '測試變更' })
    expect(view.changes).toEqual([
      { title: '活動名稱', before: '測試活動', after: '改名' },
      { title: '活動預算點數', before: '5,000', after: '6,000' },
    ])
    expect((await decide(people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({
      activityName: '改名',
      budgetPoints: 6000,
      status: '4',
      version: 2,
      pendingAdjustmentNo: null,
    })
    const log = (await people.ops01.get(`/api/logs/companylog/0/100?companyNo=C000101&logTable=10&recordNo=${row.activityCode}`)).json<{
      rows: Row[]
    }>()
    expect(log.rows).toContainEqual(
      expect.objectContaining({
        fieldName: '活動預算點數',
        oldValue: '5,000',
        newValue: '6,000',
        userName: 'mkt01',
        approvedBy: 'ops01',
        logAction: '5',
      }),
    )
  })

  it.each<[string, object, string]>([
    ['its multiplier', { fixedPoints: 60 }, 'fixedPoints'],
    ['its start', { startAt: inDays(3) }, 'startAt'],
    ['whether a code is needed', { requireCode: false }, 'requireCode'],
    ['its type', { activityType: '5', minAmount: null }, 'activityType'],
    ['an end in the past', { endAt: inDays(-1) }, 'endAt'],
    ['a budget below what is used', { budgetPoints: 99 }, 'budgetPoints'],
    ['no reason', { budgetPoints: 6000, changeReason: '' }, 'changeReason'],
  ])('keeps %s once it runs', async (_, changes, field) => {
    const row = await running()
    await sql`update activity set used_points = 100 where id = ${row.id}`.execute(server.database.db)
    const answer = await change(people.mkt01, row, changes)
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toMatchObject([400, expect.arrayContaining([field])])
  })

  it('a formula still changes before its start; approved after the start, that is refused', async () => {
    const row = await approved()
    expect((await change(people.mkt01, row, { fixedPoints: 60 })).statusCode).toBe(200)
    expect((await decide(people.ops02, row, 'approve')).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ fixedPoints: 60, status: '3' })
    expect((await change(people.mkt01, row, { activityType: '5', minAmount: null })).statusCode).toBe(400)
  })

  it('keeps what was used meanwhile: a budget below it is refused at the decision', async () => {
    const row = await running()
    expect((await change(people.mkt01, row, { budgetPoints: 1000 })).statusCode).toBe(200)
    await sql`update activity set used_points = 1001 where id = ${row.id}`.execute(server.database.db)
    const answer = await decide(people.ops01, row, 'approve')
    expect([answer.statusCode, answer.body]).toEqual([409, '預算不可低於已使用點數。'])
    expect((await decide(people.ops01, row, 'reject', { rejectReason: '已超用' })).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ budgetPoints: 5000, status: '4', pendingAdjustmentNo: null })
  })

  it('ends by a request with a reason', async () => {
    const row = await running()
    expect((await step(people.mkt01, row, 'requestEnd')).statusCode).toBe(400)
    expect((await step(people.mkt01, row, 'requestEnd', { reason: '成本過高' })).statusCode).toBe(200)
    expect((await step(people.mkt01, row, 'requestEnd', { reason: '再次' })).statusCode).toBe(409)
    expect((await decide(people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await read(row.id)).toMatchObject({ status: '6' })
    expect((await historyOf(row)).map(({ historyAction }) => historyAction)).toEqual(['1', '3', '4', '3', '7'])
    expect((await change(people.mkt01, row, { budgetPoints: 9000 })).statusCode).toBe(409)
  })

  it('ends with the contract of its company, and so do requests about it', async () => {
    const companyNo = 'C000106'
    const open = await approved({ companyNo })
    const asked = await approved({ companyNo })
    await change(people.mkt01, asked, { budgetPoints: 6000 })
    const fresh = await create({ companyNo })
    await step(people.mkt01, fresh, 'submit')
    const company = (await people.fm01.get(`/api/company/companies/0/1?companyNo=${companyNo}`)).json<{ rows: Row[] }>().rows[0] as Row
    const ended = await people.fm01.post(`/api/company/companies/${company.id}/terminate`, {
      ...{ rowVersion: company.rowVersion, reason: '停業' },
      terminateDate: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    })
    expect([ended.statusCode, ended.statusCode === 200 ? '' : ended.body]).toEqual([200, ''])
    expect([(await read(open.id)).status, (await read(asked.id)).status, (await read(fresh.id)).status]).toEqual(['6', '6', '7'])
    const left = (await people.ops01.get(`${audits}/0/25?status=2&companyNo=${companyNo}`)).json<{ totalCount: number }>()
    expect(left.totalCount).toBe(0)
    expect((await historyOf(open)).at(-1)).toMatchObject({ historyAction: '7', remark: '合約終止' })
  })
})

describe('a campaign for registrations that was approved', () => {
  it('a campaign for registrations that was approved gives its points to who registers, without anybody pressing anything', async () => {
    const { app, database } = server
    const row = await running({ activityType: '5', minAmount: null, fixedPoints: 80, requireCode: false })
    const account = await addPlatform(database.db, app.secrets.fieldEncryption, new Date(), { companyNos: ['C000101'] })
    const client = new PartnerClient(account, injectInto(server), () => new Date())
    const common = { companyNo: 'C000101', retailStoreCode: 'S001', businessAt: new Date().toISOString() }
    const newcomer = { ...common, externalTxnNo: 'WELCOME-1', mobile: '0988777666', name: '林小美', consentVersion: '1' }
    const { body } = await client.call('members/register', newcomer)
    expect(body).toMatchObject({ code: '0000', transactionNo: expect.stringMatching(/^T/) })
    const balance = await client.call('points/balance', { ...common, member: { memberNo: body.memberNo } })
    expect(balance.body).toMatchObject({ code: '0000', balance: 80 })
    expect(await read(row.id)).toMatchObject({ usedPoints: 80 })
  })
})

describe('活動歷程', () => {
  it('tells every version field by field, with the whole of it, and is only added to', async () => {
    const row = await create()
    await people.mkt01.put(`${activities}/${row.id}`, { rowVersion: 1, budgetPoints: 7000, fixedPoints: 70 })
    const rows = await historyOf(row)
    expect(rows).toMatchObject([
      { historyAction: '1', version: 1, userName: 'mkt01' },
      { historyAction: '2', version: 2, fieldName: '贈送點數', oldValue: '50', newValue: '70' },
      { historyAction: '2', version: 2, fieldName: '活動預算點數', oldValue: '5,000', newValue: '7,000' },
    ])
    expect(rows[1]?.snapshot).toContainEqual({ title: '活動類型', value: '單筆固定贈點' })
    await expect(sql`update activity_event set user_name = 'x'`.execute(server.database.db)).rejects.toThrow(/insert-only/)
    await expect(sql`delete from activity_event`.execute(server.database.db)).rejects.toThrow(/insert-only/)
  })

  it('tells of a used-up budget and of a batch, which the engine reports', async () => {
    const row = await approved()
    const event = { activityId: row.id, action: '8', occurredAt: new Date(), userName: '系統', remark: '預算 5,000 點已用罄' } as const
    await server.app.db.transaction().execute((trx) => recordActivityEvent(trx as never, event))
    expect((await historyOf(row)).at(-1)).toMatchObject({ historyAction: '8', userName: '系統', snapshot: expect.any(Array) })
  })
})

async function memberNos(count: number): Promise<readonly string[]> {
  const rows = await server.app.db
    .selectFrom('member')
    .select('memberNo')
    .where('status', '=', '1')
    .orderBy('memberNo')
    .limit(count)
    .execute()
  return rows.map(({ memberNo }) => memberNo)
}

async function importList(row: Row, lines: readonly (readonly Cell[])[], { session = people.mkt01, check = false } = {}) {
  async function* cells() {
    yield* lines
  }
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx('名單', cells())) parts.push(part)
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.concat(parts))]), 'list.xlsx')
  const request = new Request('http://localhost/', { method: 'POST', body })
  const headers = {
    authorization: `Bearer ${session.accessToken}`,
    'x-xsrf-token': session.forgeryToken,
    'content-type': String(request.headers.get('content-type')),
  }
  const payload = Buffer.from(await request.arrayBuffer())
  return server.inject({ method: 'POST', url: `${activities}/${row.id}/members${check ? '?check=true' : ''}`, payload, headers })
}

describe('the list of members', () => {
  it('comes whole or not at all, with every fault of every row', async () => {
    const row = await create(forList)
    const [one = '', two = ''] = await memberNos(2)
    const closed = await server.app.db
      .selectFrom('member')
      .select('memberNo')
      .where('status', '=', '1')
      .orderBy('memberNo', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await sql`update member set status = '3' where member_no = ${closed.memberNo}`.execute(server.database.db)
    const answer = await importList(row, [
      ['會員編號', '贈送點數'],
      [one, 10],
      [one, 20],
      ['889999999999', null],
      [closed.memberNo, 5],
      ['12', 'x'],
      [two, 0],
      [null, 3],
    ])
    await sql`update member set status = '1' where member_no = ${closed.memberNo}`.execute(server.database.db)
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([400, 'M17'])
    expect(answer.body.split('\n')).toEqual([
      '匯入失敗，請修正下列錯誤：',
      '第 3 列：會員編號與第 2 列重複',
      '第 4 列：會員不存在，請確認會員編號',
      '第 5 列：會員已註銷，請自名單移除',
      '第 6 列：會員編號 格式錯誤，請填 88 開頭的 12 位數字；贈送點數 格式錯誤，請填 1 以上的整數',
      '第 7 列：贈送點數 格式錯誤，請填 1 以上的整數',
      '第 8 列：會員編號 必填',
    ])
    expect((await read(row.id)).memberCount).toBe(0)
    expect(
      (
        await importList(row, [
          ['會員編號', '贈送點數'],
          [one, 10],
          [two, null],
        ])
      ).statusCode,
    ).toBe(200)
    expect((await read(row.id)).memberCount).toBe(2)
    const listed = (await people.mkt01.get(`${activities}/${row.id}/children/members/0/25`)).json<{ rows: Row[] }>().rows
    expect(listed.map(({ points }) => points)).toEqual([100, 10])
    expect(listed.every(({ memberNo }) => String(memberNo).includes('*'))).toBe(true)
    expect((await historyOf(row)).at(-1)).toMatchObject({ fieldName: '名單人數', oldValue: '0', newValue: '2' })
  })

  it('belongs to drafts that need one, and who brought it does not decide on it', async () => {
    const [one = ''] = await memberNos(1)
    expect((await importList(await create(), [['會員編號'], [one]])).statusCode).toBe(409)
    const row = await create({ memberScope: '3' })
    expect(
      (
        await importList(row, [
          ['會員編號', '贈送點數'],
          [one, 5],
        ])
      ).body,
    ).toContain('請留空')
    expect((await importList(row, [['會員編號'], [one]], { session: people.ops01 })).statusCode).toBe(403)
    expect((await importList(row, [['會員編號'], [one]], { session: both })).statusCode).toBe(200)
    expect((await step(people.mkt01, row, 'submit')).statusCode).toBe(200)
    expect((await decide(both, row, 'approve')).body).toBe('審核人員不可與申請人員相同。')
    expect((await importList(row, [['會員編號'], [one]])).statusCode).toBe(409)
  })

  it('holds 50,000 rows and refuses one more', async () => {
    const row = await create({ memberScope: '3' })
    await sql`
      insert into member (member_no, mobile, member_name, registered_at)
      select '88' || lpad((7000000000 + n)::text, 10, '0'), '09' || lpad((70000000 + n)::text, 8, '0'), '名單', now()
      from generate_series(1, 50001) n`.execute(server.database.db)
    const lines = (count: number) => [['會員編號'], ...Array.from({ length: count }, (_, n) => [`88${7_000_000_001 + n}`])]
    expect((await importList(row, lines(50_001))).statusCode).toBe(400)
    expect((await importList(row, lines(50_000))).statusCode).toBe(200)
    expect((await read(row.id)).memberCount).toBe(50_000)
    await sql`delete from activity_member where activity_id = ${row.id}`.execute(server.database.db)
    await sql`delete from member where member_no >= '887000000000'`.execute(server.database.db)
  }, 120_000)
})

describe('who sees campaigns', () => {
  it('merchants see their own campaigns only, and neither requests nor history', async () => {
    const list = (await people.mer01.get(`${activities}/0/100`)).json<{ rows: Row[] }>().rows
    expect(new Set(list.map(({ companyNo }) => companyNo))).toEqual(new Set(['C000101']))
    const foreign = (await people.ops01.get(`${activities}/0/1?activityCode=A26010003`)).json<{ rows: Row[] }>().rows[0] as Row
    expect((await people.mer01.get(`${activities}/${foreign.id}`)).statusCode).toBe(404)
    const own = list[0] as Row
    for (const child of ['adjustments', 'events']) {
      expect([child, (await people.mer01.get(`${activities}/${own.id}/children/${child}/0/25`)).statusCode]).toEqual([child, 404])
    }
    expect((await people.mer01.get(`${audits}/0/25`)).statusCode).toBe(403)
    expect((await people.mer01.get(`${histories}/0/25`)).statusCode).toBe(403)
    expect((await people.mer01.get(`${activities}/export`)).statusCode).toBe(403)
  })

  it('the demo data have a campaign of every type and state, and the board tells of two requests', async () => {
    const rows = (await people.ops01.get(`${activities}/0/100?activityCode=A260100`)).json<{ rows: Row[] }>().rows
    expect(rows).toHaveLength(8)
    expect(rows.map(({ status }) => String(status)).sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(new Set(rows.map(({ activityType }) => activityType)).size).toBe(5)
    const { rows: waitingOnes } = (await people.ops01.get(`${audits}/0/100?status=2&activityCode=A260100`)).json<{ rows: Row[] }>()
    expect(waitingOnes.map(({ adjustType }) => adjustType).sort()).toEqual(['1', '2'])
    const { rows: counters } = await sql<{ code: string; used: number; posted: number }>`
      select a.activity_code as code, a.used_points as used, coalesce(-sum(e.points), 0)::bigint as posted
      from activity a left join point_entry e on e.component = 'ACTIVITY' and e.component_code = a.activity_code
      where a.activity_code like 'A260100%' group by 1, 2`.execute(server.database.db)
    for (const { code, used, posted } of counters) expect([code, used]).toEqual([code, posted])
  })
})
