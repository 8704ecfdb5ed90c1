import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../../src/server/domain/activity/setting/digest.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { ActivityWorld, activities, audits, draft, forList, inDays, multiplying } from './activityWorld.ts'
import type { Row } from './rows.ts'

let world: ActivityWorld

beforeAll(async () => {
  world = await ActivityWorld.open()
})
afterAll(() => world.server.close())

describe('a draft of a campaign', () => {
  it('gets a number of its own, or the code that was chosen, in upper case', async () => {
    expect(String((await world.create()).activityCode)).toMatch(/^A\d{8}$/)
    expect((await world.create({ activityCode: 'spring2031' })).activityCode).toBe('SPRING2031')
    const again = await world.people.mkt01.post(activities, draft({ activityCode: 'Spring2031' }))
    expect([again.statusCode, again.json()]).toEqual([409, { activityCode: '活動代碼 已存在，請重新輸入。' }])
    const [taken] = await Promise.all([world.create()])
    const next = `${String(taken.activityCode).slice(0, 5)}${String(Number(String(taken.activityCode).slice(5)) + 1).padStart(4, '0')}`
    await world.create({ activityCode: next })
    expect((await world.create()).activityCode).not.toBe(next)
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
    const answer = await world.people.mkt01.post(activities, draft(changes))
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, [field]])
  })

  it('takes no reason of a change, which nobody would keep, neither as a draft nor after it was rejected', async () => {
    const row = await world.create()
    const refusal = [400, { changeReason: '草稿與退回的活動直接修改，不經核准；變更原因不會留存，請勿填寫。' }]
    const told = await world.change(world.people.mkt01, row, { activityName: '改名的活動' })
    expect([told.statusCode, told.json()]).toEqual(refusal)
    const alone = await world.change(world.people.mkt01, row, {})
    expect([alone.statusCode, alone.json()]).toEqual(refusal)
    expect((await world.read(row.id)).activityName).toBe(row.activityName)
    expect((await world.change(world.people.mkt01, row, { activityName: '改名的活動', changeReason: '' })).statusCode).toBe(200)
    expect((await world.step(world.people.mkt01, row, 'submit')).statusCode).toBe(200)
    expect((await world.decide(world.people.ops01, row, 'reject', { rejectReason: '名稱不清楚' })).statusCode).toBe(200)
    const again = await world.change(world.people.mkt01, row, { activityName: '再改名' })
    expect([again.statusCode, again.json()]).toEqual(refusal)
    // A whole record that comes back says nothing new.
    expect(
      (await world.people.mkt01.put(`${activities}/${row.id}`, { ...(await world.read(row.id)), activityName: '再改名' })).statusCode,
    ).toBe(200)
  })

  it('takes nothing in fields that do not count under its choices, and empties them when the choices change', async () => {
    const hidden = { fixedPoints: 50, stepAmount: 10, platformShareRatio: 30, expiryValue: 3 }
    const refused = await world.people.mkt01.post(activities, draft({ ...multiplying, multiplier: 2, ...hidden }))
    expect([refused.statusCode, Object.keys(refused.json<object>()).sort()]).toEqual([400, Object.keys(hidden).sort()])
    const row = await world.create({
      activityType: '3',
      stepAmount: 10,
      costBearer: '3',
      platformShareRatio: 30,
      expiryRule: '3',
      expiryValue: 3,
    })
    const changes = { activityType: '1', multiplier: 2, costBearer: '1', expiryRule: '1' }
    const changed = await world.people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, ...changes })
    const emptied = { fixedPoints: null, minAmount: null, stepAmount: null, platformShareRatio: null, expiryValue: null }
    expect(changed.json()).toMatchObject({ ...changes, ...emptied })
  })

  it('a campaign for registrations is for everybody who registers: nobody new is on a list, so that it would give nothing', async () => {
    const welcome = { activityType: '5', minAmount: null, requireCode: false }
    const refused = await world.people.mkt01.post(activities, draft({ ...welcome, memberScope: '3' }))
    expect([refused.statusCode, Object.keys(refused.json<object>())]).toEqual([400, ['memberScope']])
    const row = await world.create({ requireCode: false, memberScope: '3' })
    const changed = await world.people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, activityType: '5' })
    expect(changed.json()).toMatchObject({ activityType: '5', memberScope: '1', minAmount: null, requireCode: false })
  })

  it('changes and goes as long as nobody decides on it, and its code never changes', async () => {
    const row = await world.create()
    const changed = await world.people.mkt01.put(`${activities}/${row.id}`, { rowVersion: row.rowVersion, budgetPoints: 7000 })
    expect([changed.statusCode, changed.json<Row>().version]).toEqual([200, 2])
    const code = await world.people.mkt01.put(`${activities}/${row.id}`, { rowVersion: 2, activityCode: 'ANOTHER1' })
    expect([code.statusCode, code.json()]).toEqual([400, { activityCode: '活動代碼 不可修改' }])
    expect((await world.step(world.people.mkt01, row, 'submit')).statusCode).toBe(200)
    const late = await world.people.mkt01.put(`${activities}/${row.id}`, {
      rowVersion: (await world.read(row.id)).rowVersion,
      budgetPoints: 1,
    })
    expect([late.statusCode, late.headers['x-error-code']]).toEqual([409, 'M09'])
    expect(
      (await world.people.mkt01.delete(`${activities}/${row.id}?rowVersion=${(await world.read(row.id)).rowVersion}`)).statusCode,
    ).toBe(409)
    const free = await world.create()
    expect((await world.people.mkt01.delete(`${activities}/${free.id}?rowVersion=1`)).statusCode).toBe(200)
  })
})

describe('a campaign is submitted', () => {
  it('no campaign is submitted after its start', async () => {
    const answer = await world.step(world.people.mkt01, await world.create({ startAt: inDays(-1) }), 'submit')
    expect([answer.statusCode, answer.json()]).toEqual([400, { startAt: '活動起日不可早於現在。' }])
  })

  it('no campaign is submitted without the list that it gives points to, nor with one that its budget does not hold', async () => {
    const row = await world.create({ ...forList, budgetPoints: 150 })
    expect((await world.step(world.people.mkt01, row, 'submit')).body).toBe('請先匯入名單。')
    const [one, two] = await world.memberNos(2)
    expect(
      (
        await world.importList(row, [
          ['會員編號', '贈送點數'],
          [one ?? '', null],
          [two ?? '', 51],
        ])
      ).statusCode,
    ).toBe(200)
    expect((await world.step(world.people.mkt01, row, 'submit')).body).toBe('名單贈點合計 151 點，超過活動預算點數。')
  })

  it('no campaign is submitted for a company whose contract is not in force', async () => {
    const { db } = world.server.database
    const row = await world.create({ companyNo: 'C000106' })
    await sql`update company set contract_status = '4' where company_no = 'C000106'`.execute(db)
    expect((await world.step(world.people.mkt01, row, 'submit')).body).toBe('主辦特約商合約未生效。')
    await sql`update company set contract_status = '3' where company_no = 'C000106'`.execute(db)
  })

  it('marketing submits, operations approve, and nobody else', async () => {
    const row = await world.create()
    for (const name of ['ops01', 'fm01', 'cs01', 'aud01', 'mer01'] as const) {
      expect([name, (await world.people[name].post(activities, draft())).statusCode]).toEqual([name, 403])
      expect([name, (await world.step(world.people[name], row, 'submit')).statusCode]).toEqual([name, 403])
    }
    await world.step(world.people.mkt01, row, 'submit')
    for (const name of ['mkt01', 'cs01', 'aud01', 'fin01'] as const) {
      expect([name, (await world.decide(world.people[name], row, 'approve')).statusCode]).toEqual([name, 403])
    }
    expect((await world.decide(world.people.ops01, row, 'approve')).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ status: '3', pendingAdjustmentNo: null })
  })

  it('a campaign is never approved by who submitted or wrote it, nor written past the screen', async () => {
    const row = await world.create({}, world.both)
    await world.step(world.both, row, 'submit')
    const own = await world.decide(world.both, row, 'approve')
    expect([own.statusCode, own.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    expect((await world.decide(world.both, row, 'reject', { rejectReason: '自己' })).statusCode).toBe(409)
    // A second person submits what the first wrote.
    const other = await world.create({}, world.both)
    await world.step(world.people.mkt01, other, 'submit')
    expect((await world.decide(world.both, other, 'approve')).body).toBe('審核人員不可與申請人員相同。')
    const { id } = await world.waiting(row)
    const forged = sql`update activity_adjustment set status = '3', approved_by = submitted_by, approved_at = now() where id = ${id}`
    await expect(forged.execute(world.server.database.db)).rejects.toThrow(/activity_adjustment_two_people/)
    const edited = sql`update activity_adjustment set budget_points = 1 where id = ${id}`
    await expect(edited.execute(world.server.database.db)).rejects.toThrow(/insert-only/)
    for (const name of ['approve', 'reject', 'withdraw', 'change', 'terminate']) {
      expect([name, (await world.step(world.both, row, name, { remark: 'AA202501010001' })).statusCode]).toEqual([name, 404])
    }
  })

  it('a campaign is approved as it was submitted: what changed behind its back is refused', async () => {
    const row = await world.create()
    await world.step(world.people.mkt01, row, 'submit')
    await sql`update activity set budget_points = 999999 where id = ${row.id}`.execute(world.server.database.db)
    const answer = await world.decide(world.people.ops01, row, 'approve')
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([409, 'M10'])
    const stale = await world.people.ops01.post(`${audits}/${(await world.waiting(row)).id}/approve`, { rowVersion: 99 })
    expect([stale.statusCode, stale.headers['x-error-code']]).toEqual([409, 'M10'])
  })

  it('a campaign is not approved once its start has passed; a rejected one is edited into a draft again', async () => {
    const row = await world.create()
    await world.step(world.people.mkt01, row, 'submit')
    await sql`update activity set start_at = now() - interval '1 hour' where id = ${row.id}`.execute(world.server.database.db)
    // The start belongs to what was submitted, so the digest is taken anew, as if the clock had moved.
    const digest = await world.server.app.db.transaction().execute(async (trx) => {
      const call = { actor: systemActor, screen: null, entity: 'activity', now: new Date(), db: trx as never } as const
      return digestOf(trx as never, await world.server.app.records.get(call, row.id))
    })
    await sql`alter table activity_adjustment_content disable trigger user`.execute(world.server.database.db)
    await sql`update activity_adjustment_content set digest = ${digest} where adjustment_id = ${(await world.waiting(row)).id}`.execute(
      world.server.database.db,
    )
    await sql`alter table activity_adjustment_content enable trigger user`.execute(world.server.database.db)
    expect((await world.decide(world.people.ops01, row, 'approve')).body).toBe('活動起日已過，請退回修改。')
    expect((await world.decide(world.people.ops01, row, 'reject')).statusCode).toBe(400)
    expect((await world.decide(world.people.ops01, row, 'reject', { rejectReason: '起日已過' })).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ status: '7', rejectReason: '起日已過' })
    const again = await world.people.mkt01.put(`${activities}/${row.id}`, {
      rowVersion: (await world.read(row.id)).rowVersion,
      startAt: inDays(2),
    })
    expect([again.statusCode, again.json<Row>().status]).toEqual([200, '1'])
  })

  it('a request is withdrawn by who submitted it only', async () => {
    const row = await world.create({}, world.both)
    await world.step(world.both, row, 'submit')
    expect((await world.decide(world.people.mkt01, row, 'withdraw')).statusCode).toBe(409)
    expect((await world.decide(world.both, row, 'withdraw')).statusCode).toBe(200)
    expect(await world.read(row.id)).toMatchObject({ status: '1', pendingAdjustmentNo: null })
  })

  it('a budget above the limit is approved by the finance managers only', async () => {
    const row = await world.create({ budgetPoints: 10_000_001 })
    await world.step(world.people.mkt01, row, 'submit')
    const listed = (await world.people.ops01.get(`${audits}/0/25?status=2&activityCode=${row.activityCode}`)).json<{ rows: Row[] }>()
      .rows[0]
    expect(listed?.$denied ?? listed).toBeDefined()
    const answer = await world.decide(world.people.ops01, row, 'approve')
    expect([answer.statusCode, answer.body]).toEqual([409, '活動預算超過您的核准權限。'])
    expect((await world.decide(world.people.fm01, row, 'approve')).statusCode).toBe(200)
    const exact = await world.create({ budgetPoints: 10_000_000 })
    await world.step(world.people.mkt01, exact, 'submit')
    expect((await world.decide(world.people.ops01, exact, 'approve')).statusCode).toBe(200)
  })
})
