import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordActivityEvent } from '../../src/server/domain/activity/public.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto } from '../support/partnerWorld.ts'
import { ActivityWorld, activities, audits, histories, inDays } from './activityWorld.ts'
import type { Row } from './rows.ts'

let world: ActivityWorld

beforeAll(async () => {
  world = await ActivityWorld.open()
})
afterAll(() => world.server.close())

describe('an approved campaign', () => {
  it('shows its state by dates and budget, to filters and order as well', async () => {
    const row = await world.running()
    expect(row.status).toBe('4')
    const { db } = world.server.database
    await sql`update activity set used_points = budget_points where id = ${row.id}`.execute(db)
    expect((await world.read(row.id)).status).toBe('8')
    const found = async (status: string) =>
      (await world.people.ops01.get(`${activities}/0/25?status=${status}&activityCode=${row.activityCode}`)).json<{ totalCount: number }>()
        .totalCount
    expect([await found('8'), await found('4'), await found('3')]).toEqual([1, 0, 0])
    await sql`update activity set end_at = now() - interval '1 minute' where id = ${row.id}`.execute(db)
    expect((await world.read(row.id)).status).toBe('5')
    const sorted = (await world.people.ops01.get(`${activities}/0/100?sort=status`))
      .json<{ rows: Row[] }>()
      .rows.map(({ status }) => String(status))
    expect(sorted).toEqual([...sorted].sort())
  })

  it('changes by a request only, which one other person approves', async () => {
    const row = await world.running()
    const asked = await world.change(world.people.mkt01, row, { budgetPoints: 6000, activityName: '改名' })
    expect([asked.statusCode, decodeURIComponent(String(asked.headers['x-message']))]).toMatchObject([200, expect.any(String)])
    expect(await world.read(row.id)).toMatchObject({ budgetPoints: 5000, pendingAdjustType: '2', version: 1 })
    expect((await world.change(world.people.mkt01, row, { budgetPoints: 7000 })).statusCode).toBe(409)
    const request = await world.waiting(row)
    const view = (await world.people.ops01.get(`${audits}/${request.id}`)).json<{ changes: object[] }>()
    expect(view).toMatchObject({ budgetPoints: 6000, budgetDiff: 1000, reason: '測試變更' })
    expect(view.changes).toEqual([
      { title: '活動名稱', before: '測試活動', after: '改名' },
      { title: '活動預算點數', before: '5,000', after: '6,000' },
    ])
    expect((await world.decide(world.people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({
      activityName: '改名',
      budgetPoints: 6000,
      status: '4',
      version: 2,
      pendingAdjustmentNo: null,
    })
    const log = (
      await world.people.ops01.get(`/api/logs/companylog/0/100?companyNo=C000101&logTable=10&recordNo=${row.activityCode}`)
    ).json<{
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
    const row = await world.running()
    await sql`update activity set used_points = 100 where id = ${row.id}`.execute(world.server.database.db)
    const answer = await world.change(world.people.mkt01, row, changes)
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toMatchObject([400, expect.arrayContaining([field])])
  })

  it('a formula still changes before its start; approved after the start, that is refused', async () => {
    const row = await world.approved()
    expect((await world.change(world.people.mkt01, row, { fixedPoints: 60 })).statusCode).toBe(200)
    expect((await world.decide(world.people.ops02, row, 'approve')).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ fixedPoints: 60, status: '3' })
    expect((await world.change(world.people.mkt01, row, { activityType: '5', minAmount: null })).statusCode).toBe(400)
  })

  it('keeps what was used meanwhile: a budget below it is refused at the decision', async () => {
    const row = await world.running()
    expect((await world.change(world.people.mkt01, row, { budgetPoints: 1000 })).statusCode).toBe(200)
    await sql`update activity set used_points = 1001 where id = ${row.id}`.execute(world.server.database.db)
    const answer = await world.decide(world.people.ops01, row, 'approve')
    expect([answer.statusCode, answer.body]).toEqual([409, '預算不可低於已使用點數。'])
    expect((await world.decide(world.people.ops01, row, 'reject', { rejectReason: '已超用' })).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ budgetPoints: 5000, status: '4', pendingAdjustmentNo: null })
  })

  it('ends by a request with a reason', async () => {
    const row = await world.running()
    expect((await world.step(world.people.mkt01, row, 'requestEnd')).statusCode).toBe(400)
    expect((await world.step(world.people.mkt01, row, 'requestEnd', { reason: '成本過高' })).statusCode).toBe(200)
    expect((await world.step(world.people.mkt01, row, 'requestEnd', { reason: '再次' })).statusCode).toBe(409)
    expect((await world.decide(world.people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ status: '6' })
    expect((await world.historyOf(row)).map(({ historyAction }) => historyAction)).toEqual(['1', '3', '4', '3', '7'])
    expect((await world.change(world.people.mkt01, row, { budgetPoints: 9000 })).statusCode).toBe(409)
  })

  it('ends with the contract of its company, and so do requests about it', async () => {
    const companyNo = 'C000106'
    const open = await world.approved({ companyNo })
    const asked = await world.approved({ companyNo })
    await world.change(world.people.mkt01, asked, { budgetPoints: 6000 })
    const fresh = await world.create({ companyNo })
    await world.step(world.people.mkt01, fresh, 'submit')
    const company = (await world.people.fm01.get(`/api/company/companies/0/1?companyNo=${companyNo}`)).json<{ rows: Row[] }>()
      .rows[0] as Row
    const ended = await world.people.fm01.post(`/api/company/companies/${company.id}/terminate`, {
      ...{ rowVersion: company.rowVersion, reason: '停業' },
      terminateDate: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    })
    expect([ended.statusCode, ended.statusCode === 200 ? '' : ended.body]).toEqual([200, ''])
    expect([(await world.read(open.id)).status, (await world.read(asked.id)).status, (await world.read(fresh.id)).status]).toEqual([
      '6',
      '6',
      '7',
    ])
    const left = (await world.people.ops01.get(`${audits}/0/25?status=2&companyNo=${companyNo}`)).json<{ totalCount: number }>()
    expect(left.totalCount).toBe(0)
    expect((await world.historyOf(open)).at(-1)).toMatchObject({ historyAction: '7', remark: '合約終止' })
  })
})

describe('a campaign for registrations that was approved', () => {
  it('a campaign for registrations that was approved gives its points to who registers, without anybody pressing anything', async () => {
    const { app, database } = world.server
    const row = await world.running({ activityType: '5', minAmount: null, fixedPoints: 80, requireCode: false })
    const account = await addPlatform(database.db, app.secrets.fieldEncryption, new Date(), { companyNos: ['C000101'] })
    const client = new PartnerClient(account, injectInto(world.server), () => new Date())
    const common = { companyNo: 'C000101', retailStoreCode: 'S001', businessAt: new Date().toISOString() }
    const newcomer = { ...common, externalTxnNo: 'WELCOME-1', mobile: '0988777666', name: '林小美', consentVersion: '1' }
    const { body } = await client.call('members/register', newcomer)
    expect(body).toMatchObject({ code: '0000', transactionNo: expect.stringMatching(/^T/) })
    const balance = await client.call('points/balance', { ...common, member: { memberNo: body.memberNo } })
    expect(balance.body).toMatchObject({ code: '0000', balance: 80 })
    expect(await world.read(row.id)).toMatchObject({ usedPoints: 80 })
  })
})

describe('活動歷程', () => {
  it('tells every version field by field, with the whole of it, and is only added to', async () => {
    const row = await world.create()
    await world.people.mkt01.put(`${activities}/${row.id}`, { rowVersion: 1, budgetPoints: 7000, fixedPoints: 70 })
    const rows = await world.historyOf(row)
    expect(rows).toMatchObject([
      { historyAction: '1', version: 1, userName: 'mkt01' },
      { historyAction: '2', version: 2, fieldName: '贈送點數', oldValue: '50', newValue: '70' },
      { historyAction: '2', version: 2, fieldName: '活動預算點數', oldValue: '5,000', newValue: '7,000' },
    ])
    expect(rows[1]?.snapshot).toContainEqual({ title: '活動類型', value: '單筆固定贈點' })
    await expect(sql`update activity_event set user_name = 'x'`.execute(world.server.database.db)).rejects.toThrow(/insert-only/)
    await expect(sql`delete from activity_event`.execute(world.server.database.db)).rejects.toThrow(/insert-only/)
  })

  it('tells of a used-up budget and of a batch, which the engine reports', async () => {
    const row = await world.approved()
    const event = { activityId: row.id, action: '8', occurredAt: new Date(), userName: '系統', remark: '預算 5,000 點已用罄' } as const
    await world.server.app.db.transaction().execute((trx) => recordActivityEvent(trx as never, event))
    expect((await world.historyOf(row)).at(-1)).toMatchObject({ historyAction: '8', userName: '系統', snapshot: expect.any(Array) })
  })
})

describe('who sees campaigns', () => {
  it('merchants see their own campaigns only, and neither requests nor history', async () => {
    const list = (await world.people.mer01.get(`${activities}/0/100`)).json<{ rows: Row[] }>().rows
    expect(new Set(list.map(({ companyNo }) => companyNo))).toEqual(new Set(['C000101']))
    const foreign = (await world.people.ops01.get(`${activities}/0/1?activityCode=A26010003`)).json<{ rows: Row[] }>().rows[0] as Row
    expect((await world.people.mer01.get(`${activities}/${foreign.id}`)).statusCode).toBe(404)
    const own = list[0] as Row
    for (const child of ['adjustments', 'events']) {
      expect([child, (await world.people.mer01.get(`${activities}/${own.id}/children/${child}/0/25`)).statusCode]).toEqual([child, 404])
    }
    expect((await world.people.mer01.get(`${audits}/0/25`)).statusCode).toBe(403)
    expect((await world.people.mer01.get(`${histories}/0/25`)).statusCode).toBe(403)
    expect((await world.people.mer01.get(`${activities}/export`)).statusCode).toBe(403)
  })

  it('the demo data have a campaign of every type and state, and the board tells of two requests', async () => {
    const rows = (await world.people.ops01.get(`${activities}/0/100?activityCode=A260100`)).json<{ rows: Row[] }>().rows
    expect(rows).toHaveLength(8)
    expect(rows.map(({ status }) => String(status)).sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(new Set(rows.map(({ activityType }) => activityType)).size).toBe(5)
    const { rows: waitingOnes } = (await world.people.ops01.get(`${audits}/0/100?status=2&activityCode=A260100`)).json<{ rows: Row[] }>()
    expect(waitingOnes.map(({ adjustType }) => adjustType).sort()).toEqual(['1', '2'])
    const { rows: counters } = await sql<{ code: string; used: number; posted: number }>`
      select a.activity_code as code, a.used_points as used, coalesce(-sum(e.points), 0)::bigint as posted
      from activity a left join point_entry e on e.component = 'ACTIVITY' and e.component_code = a.activity_code
      where a.activity_code like 'A260100%' group by 1, 2`.execute(world.server.database.db)
    for (const { code, used, posted } of counters) expect([code, used]).toEqual([code, posted])
  })
})
