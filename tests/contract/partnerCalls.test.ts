import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld({ members: 60 })
  client = await world.addClient({ companyNos: [companyNo, 'C000102'] })
  await insertCompany(world.server.app.db, { companyNo: 'C000102' })
  await addStore(world.server.app.db, 'C000102', 'S002')
  await addDefaultReward(world.server.app.db, 'C000102')
})
afterAll(() => world.close())

let used = 0
/** A member that no other test uses. */
function nextMember(): { readonly memberNo: string } {
  used += 1
  return { memberNo: world.members[used] as string }
}

async function call(name: string, content: Readonly<Record<string, unknown>>): Promise<PartnerAnswer['body']> {
  const answer = await client.call(name, world.common(content))
  expect(answer.isSealed).toBe(true)
  return answer.body
}

const issue = (member: object, amount: number, more: object = {}) => call('points/issue', { member, amount, ...more })

const transactionPattern = /^T20250115\d{9}$/

interface AddInput {
  readonly points: number
  readonly priority: number
  readonly payments: string[]
  readonly stores: string[]
}

describe('points/issue', () => {
  it('gives the points of the rule, and tells what they are made of', async () => {
    expect(await issue(nextMember(), 1280)).toEqual({
      code: '0000',
      message: '成功',
      transactionNo: expect.stringMatching(transactionPattern),
      issuedPoints: 12,
      basePoints: 12,
      activityPoints: 0,
      extraPoints: 0,
      repaidPoints: 0,
      balance: 12,
      expireDate: '2026-12-31',
      activityApplied: false,
      activityMessage: null,
      activities: [],
      replayed: false,
    })
  })

  it('finds the member by number, mobile or card', async () => {
    const { memberNo } = nextMember()
    const mobile = `09${String(used).padStart(8, '0')}`
    await call('members/bind_card', { member: { memberNo }, cardNo: '4000123412341234', cardType: '01' })
    for (const [index, member] of [{ memberNo }, { mobile }, { cardNo: '4000123412341234' }].entries()) {
      expect(await issue(member, 100)).toMatchObject({ code: '0000', balance: index + 1 })
    }
  })

  it('answers a sale that earns nothing without a transaction, and takes its return', async () => {
    const sold = world.common({ member: nextMember(), amount: 99 })
    const answer = await client.call('points/issue', sold)
    expect(answer.body).toMatchObject({ code: '0000', transactionNo: null, issuedPoints: 0, balance: 0, expireDate: null })
    const returned = await call('points/issue_return', { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 99 })
    expect(returned).toMatchObject({ code: '0000', clawedPoints: 0, shortagePoints: 0, pendingNo: null, transactionNo: null })
  })

  it('points/issue does not reward what points paid', async () => {
    expect(await issue(nextMember(), 1000, { pointPart: 350 })).toMatchObject({ issuedPoints: 6 })
  })

  it('gives base points for a sale whose code is wrong, and remembers the code', async () => {
    const answer = await issue(nextMember(), 500, { activityCode: 'NOSUCH01' })
    expect(answer).toMatchObject({ code: '0000', issuedPoints: 5, activityApplied: false, activityMessage: '活動代碼不存在' })
    const rows = await world.server.app.db.selectFrom('logActivityException').select(['activityCode', 'platformNo']).execute()
    expect(rows).toContainEqual({ activityCode: 'NOSUCH01', platformNo: client.account.platformNo })
  })

  it('gives the points of a code, takes them from its budget, and gives them back with the goods', async () => {
    const { db } = world.server.app
    await sql`
      insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, fixed_points, min_amount, start_at, end_at,
        store_scope, member_scope, require_code, budget_points, expiry_rule, status)
      values ('SPRING01', '春季', ${companyNo}, '2', '2', 50, 500, '2025-01-01', '2025-02-01', '1', '1', true, 1000, '1', '3')`.execute(db)
    const usedPoints = async () => (await sql<{ usedPoints: number }>`select used_points from activity`.execute(db)).rows[0]?.usedPoints
    const sold = world.common({ member: nextMember(), amount: 1000, activityCode: 'spring01' })
    expect((await client.call('points/issue', sold)).body).toMatchObject({
      issuedPoints: 60,
      basePoints: 10,
      activityPoints: 50,
      activityApplied: true,
    })
    expect(await usedPoints()).toBe(50)
    const back = { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 1000 }
    expect(await call('points/issue_return', back)).toMatchObject({ clawedPoints: 60, balance: 0 })
    expect(await usedPoints()).toBe(0)
  })

  it('points/issue keeps the points that the partner computed, for the comparison with the rule', async () => {
    await issue(nextMember(), 1000, { points: 11, terminalId: 'T-01' })
    const rows = await world.server.app.db.selectFrom('partnerSale').select(['sentPoints', 'terminalId']).execute()
    expect(rows).toContainEqual({ sentPoints: 11, terminalId: 'T-01' })
  })

  it('chooses the setting by number, outlet, payment and priority', async () => {
    const { db } = world.server.app
    const add = (no: string, { points, priority, payments, stores }: AddInput) =>
      sql`
      insert into reward_point (reward_point_no, company_no, reward_point_name, reward_type, spend_amount, reward_points, rounding_mode,
        store_scope, retail_store_nos, payment_types, expiry_rule, priority, is_default, start_date, end_date, status)
      values (${no}, 'C000102', ${no}, '1', 100, ${points}, '1', ${stores.length > 0 ? '2' : '1'}, ${JSON.stringify(stores)}::jsonb,
        ${JSON.stringify(payments)}::jsonb, '1', ${priority}, false, '2020-01-01', '2034-12-31', '3')`.execute(db)
    await add('RP000002', { points: 2, priority: 20, payments: ['2'], stores: [] })
    await add('RP000003', { points: 3, priority: 10, payments: ['2'], stores: ['C0001020099'] })
    await add('RP000004', { points: 4, priority: 30, payments: ['2', '5'], stores: ['C0001020002'] })
    const place = { companyNo: 'C000102', retailStoreCode: 'S002' }
    const paid = (paymentType: string, amount = 1000) => ({
      ...place,
      payments: [
        { paymentType, amount },
        { paymentType: '1', amount: 1000 - amount },
      ],
    })
    const member = nextMember()
    expect(await issue(member, 1000, place)).toMatchObject({ issuedPoints: 10 })
    expect(await issue(member, 1000, paid('2'))).toMatchObject({ issuedPoints: 20 })
    expect(await issue(member, 1000, paid('5'))).toMatchObject({ issuedPoints: 40 })
    expect(await issue(member, 1000, paid('5', 499))).toMatchObject({ issuedPoints: 10 })
    expect(await issue(member, 1000, { ...paid('2'), rewardPointId: 'RP000004' })).toMatchObject({ issuedPoints: 40 })
    // Not for this outlet: the choice falls back to the rule.
    expect(await issue(member, 1000, { ...paid('2'), rewardPointId: 'RP000003' })).toMatchObject({ issuedPoints: 20 })
  })

  it('counts a sale at 23:59 of Taipei for that day', async () => {
    const answer = await issue(nextMember(), 100, { businessAt: '2024-12-31T23:59:59+08:00' })
    expect(answer).toMatchObject({ code: '0000', expireDate: '2025-12-31' })
  })
})

describe('points/redeem and points/redeem_return', () => {
  it('pay with points, and give them back', async () => {
    const member = nextMember()
    await issue(member, 50_000)
    const spent = world.common({ member, amount: 600, points: 200 })
    expect((await client.call('points/redeem', spent)).body).toMatchObject({
      code: '0000',
      redeemedPoints: 200,
      redeemAmount: 200,
      balance: 300,
      available: 300,
    })
    const back = { originalExternalTxnNo: spent.externalTxnNo, returnPoints: 150 }
    expect(await call('points/redeem_return', back)).toMatchObject({ code: '0000', restoredPoints: 150, balance: 450 })
    expect(await call('points/redeem_return', { ...back, returnPoints: 51 })).toMatchObject({ code: 'E1305' })
    expect(await call('points/redeem_return', { ...back, returnPoints: 50 })).toMatchObject({ code: '0000', balance: 500 })
  })
})

describe('the worth of a point', () => {
  it('changes with the first second of its day', async () => {
    const before = world.now()
    const member = nextMember()
    await issue(member, 10_000)
    await sql`
      insert into code_table (category, code, name, value_type, value, display_order, effective_from)
      values ('1', 'POINT.PAR_VALUE', '點數面額（元）', '3', '2.0000', 1, '2025-01-16')`.execute(world.server.app.db)
    const worthAt = async (time: string) => {
      world.setNow(new Date(time))
      return (await call('points/redeem', { member, points: 10, amount: 100 })).redeemAmount
    }
    expect([await worthAt('2025-01-15T15:59:58Z'), await worthAt('2025-01-15T16:00:01Z')]).toEqual([10, 20])
    world.setNow(before)
  })
})

describe('points/issue_return', () => {
  it('points/issue_return takes back by amount what the rule gives no more, exactly on a full return', async () => {
    const member = nextMember()
    const sold = world.common({ member, amount: 35_990 })
    expect((await client.call('points/issue', sold)).body).toMatchObject({ issuedPoints: 359 })
    const back = (returnAmount: number) => call('points/issue_return', { originalExternalTxnNo: sold.externalTxnNo, returnAmount })
    expect(await back(10_000)).toMatchObject({ clawedPoints: 100, shortagePoints: 0, balance: 259 })
    expect(await back(25_991)).toMatchObject({ code: 'E1305' })
    expect(await back(25_990)).toMatchObject({ clawedPoints: 259, balance: 0 })
  })

  it('opens a debt within the limit, refuses beyond it with the shortage, and takes what there is on demand', async () => {
    const { db } = world.server.app
    const member = nextMember()
    await sql`
      insert into negative_restriction (restriction_no, scope, member_no, limit_points, over_limit_action, start_date, end_date, status)
      values ('NR900001', '3', ${member.memberNo}, 100, '1', '2020-01-01', '2034-12-31', '3')`.execute(db)
    const sold = world.common({ member, amount: 50_000 })
    await client.call('points/issue', sold)
    await call('points/redeem', { member, amount: 500, points: 300 })
    const back = { originalExternalTxnNo: sold.externalTxnNo, returnPoints: 500 }
    const refused = await call('points/issue_return', back)
    expect(refused).toEqual({ code: 'E1310', message: '超過負點上限', transactionNo: null, shortagePoints: 200, replayed: false })
    expect(await call('points/issue_return', { ...back, acceptPartial: true })).toMatchObject({
      code: '0000',
      clawedPoints: 300,
      shortagePoints: 200,
      pendingNo: expect.stringMatching(/^NP20250115\d{5}$/),
      balance: -100,
    })
    expect(await call('points/balance', { member })).toMatchObject({ balance: -100, available: 0, owed: 100 })
    expect(await issue(member, 15_000)).toMatchObject({ issuedPoints: 150, repaidPoints: 100, balance: 50 })
  })
})

describe('points/balance', () => {
  it('tells balance, available, owed and expiring points, the status and the masked name', async () => {
    const member = nextMember()
    await issue(member, 1000)
    expect(await call('points/balance', { member })).toEqual({
      code: '0000',
      message: '成功',
      transactionNo: null,
      balance: 10,
      available: 10,
      owed: 0,
      expiring30: 0,
      status: '1',
      maskedName: '王○明',
      replayed: false,
    })
  })

  it('points/balance of a member without any transaction is zero; a frozen one has nothing available', async () => {
    const member = nextMember()
    expect(await call('points/balance', { member })).toMatchObject({ balance: 0, available: 0, owed: 0 })
    await issue(member, 1000)
    await sql`update member set status = '2' where member_no = ${member.memberNo}`.execute(world.server.app.db)
    expect(await call('points/balance', { member })).toMatchObject({ balance: 10, available: 0, status: '2' })
  })

  it('counts what expires within 30 days, and no more what has expired', async () => {
    const member = nextMember()
    await issue(member, 1000, { businessAt: '2024-12-31T12:00:00+08:00' })
    await issue(member, 2000)
    const before = world.now()
    world.setNow(new Date('2025-12-01T04:00:00Z'))
    expect(await call('points/balance', { member })).toMatchObject({ balance: 30, expiring30: 10, available: 30 })
    world.setNow(new Date('2026-01-01T04:00:00Z'))
    expect(await call('points/balance', { member })).toMatchObject({ balance: 20, expiring30: 0, available: 20 })
    world.setNow(before)
  })
})

describe('members', () => {
  it('members are registered once per mobile number, and can have points at once', async () => {
    const person = { mobile: '0987000001', name: '陳小美', birthday: '1990-02-28', gender: 'F', consentVersion: '2025-01' }
    const answer = await call('members/register', person)
    expect(answer).toMatchObject({ code: '0000', memberNo: expect.stringMatching(/^88\d{10}$/) })
    expect(await issue({ mobile: '0987000001' }, 300)).toMatchObject({ issuedPoints: 3 })
    expect(await call('members/register', person)).toMatchObject({ code: 'E1010', message: '欄位錯誤：mobile' })
  })

  it('members have each card to themselves', async () => {
    const [one, other] = [nextMember(), nextMember()]
    const card = { cardNo: '8802000000000011', cardType: '02' }
    expect(await call('members/bind_card', { member: one, ...card })).toMatchObject({ code: '0000', status: '1' })
    expect(await call('members/bind_card', { member: one, ...card })).toMatchObject({ code: '0000', status: '1' })
    expect(await call('members/bind_card', { member: other, ...card })).toMatchObject({ code: 'E1010', message: '欄位錯誤：cardNo' })
  })
})

describe('reconcile', () => {
  it('matches what was posted on a day, and names what differs', async () => {
    const own = await world.addClient()
    const member = nextMember()
    const sales = [world.common({ member, amount: 1000 }), world.common({ member, amount: 2500 })]
    for (const sale of sales) await own.call('points/issue', sale)
    await own.call('points/redeem', world.common({ member, amount: 100, points: 5 }))
    await own.call('points/issue_return', world.common({ originalExternalTxnNo: sales[0]?.externalTxnNo, returnAmount: 1000 }))
    const compare = async (kinds: unknown) => (await own.call('reconcile', { companyNo, date: '2025-01-15', kinds })).body
    const right = [
      { kind: '10', count: 2, points: 35 },
      { kind: '20', count: 1, points: 5 },
      { kind: '30', count: 1, points: 10 },
    ]
    expect(await compare(right)).toMatchObject({ code: '0000', matched: true, differences: [] })
    const stored = () =>
      world.server.app.db.selectFrom('partnerReconciliation').select(['isMatched', 'partnerPoints', 'platformPoints']).execute()
    expect(await stored()).toEqual([{ isMatched: true, partnerPoints: 50, platformPoints: 50 }])
    expect(await compare([right[0], { kind: '20', count: 2, points: 9 }, { kind: '80', count: 1, points: 1 }])).toMatchObject({
      matched: false,
      differences: [
        { kind: '20', count: 2, points: 9, platformCount: 1, platformPoints: 5 },
        { kind: '30', count: 0, points: 0, platformCount: 1, platformPoints: 10 },
        { kind: '80', count: 1, points: 1, platformCount: 0, platformPoints: 0 },
      ],
    })
    expect(await stored()).toEqual([{ isMatched: false, partnerPoints: 45, platformPoints: 50 }])
    // A setting for a later date must not block anything.
    expect((await own.call('reconcile', { companyNo, date: '2030-01-15', kinds: right })).body).toMatchObject({ matched: false })
    expect(await stored()).toHaveLength(1)
  })
})

describe('the same external number', () => {
  it('gets the first answer again, whatever the order of the fields', async () => {
    const sold = world.common({ member: nextMember(), amount: 700 })
    const first = (await client.call('points/issue', sold)).body
    const again = (await client.call('points/issue', Object.fromEntries(Object.entries(sold).reverse()))).body
    expect(again).toEqual({ ...first, replayed: true })
  })

  it('the same external number in five copies at the same time is posted once, with one answer', async () => {
    const member = nextMember()
    const sold = world.common({ member, amount: 700 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('points/issue', sold)))
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.code, body.transactionNo, body.balance])))).toHaveProperty('size', 1)
    expect(answers.filter(({ body }) => body.replayed === false)).toHaveLength(1)
    expect(await call('points/balance', { member })).toMatchObject({ balance: 7 })
  })

  it('the same external number with another content is refused', async () => {
    const sold = world.common({ member: nextMember(), amount: 700 })
    await client.call('points/issue', sold)
    const other = await client.call('points/issue', { ...sold, amount: 800 })
    expect([other.status, other.body.code, other.body.message]).toEqual([409, 'E1409', '外部交易序號重複但內容不同'])
  })

  it('the same external number of a refused request may be used again; of another platform or kind it means something else', async () => {
    const member = nextMember()
    const spent = world.common({ member, amount: 100, points: 5 })
    expect((await client.call('points/redeem', spent)).body).toMatchObject({ code: 'E1301' })
    expect(await issue(member, 1000, { externalTxnNo: spent.externalTxnNo })).toMatchObject({ code: '0000' })
    expect((await client.call('points/redeem', spent)).body).toMatchObject({ code: '0000', replayed: false })
    const other = await world.addClient()
    expect(
      (await other.call('points/issue', { ...world.common({ member, amount: 1000 }), externalTxnNo: spent.externalTxnNo })).body,
    ).toMatchObject({
      code: '0000',
      replayed: false,
    })
  })
})

describe('transactions/query', () => {
  it('gives the stored answer, or says that there is none', async () => {
    const sold = world.common({ member: nextMember(), amount: 700 })
    const query = { companyNo, externalTxnNo: sold.externalTxnNo, kind: '10' }
    expect((await client.call('transactions/query', query)).body).toMatchObject({ code: 'E1008', message: '查無交易' })
    const first = (await client.call('points/issue', sold)).body
    expect((await client.call('transactions/query', query)).body).toEqual({ ...first, replayed: true })
    expect((await client.call('transactions/query', { ...query, kind: '20' })).body.code).toBe('E1008')
    const other = await world.addClient()
    expect((await other.call('transactions/query', query)).body.code).toBe('E1008')
  })
})
