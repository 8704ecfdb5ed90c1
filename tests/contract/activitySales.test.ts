import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { OptimisticAnswers } from '../../src/server/domain/partner/protocol/optimisticAnswers.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { foundEvents, insertActivity, usedOf } from '../support/activityRows.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

// Sales of 2025-01-15, a Wednesday, 10:00 in Taipei; 每滿 100 元 1 點.

const prepaid = 'C000102'
let world: PartnerWorld
let client: PartnerClient
let sold = 0
/** A member that has not bought anything. */
const newMember = () => ({ memberNo: world.members[sold++] as string })

beforeAll(async () => {
  world = await openPartnerWorld({ members: 90 })
  const { db } = world.server.app
  client = await world.addClient({ companyNos: [companyNo, prepaid] })
  await addStore(db, companyNo, 'S002')
  await insertCompany(db, { companyNo: prepaid, settlementMode: '2' })
  await addStore(db, prepaid, 'S001')
  await addDefaultReward(db, prepaid)
})
afterEach(() => sql`update activity set status = '6'`.execute(world.server.app.db))
afterAll(() => world.close())

const add = (row: Parameters<typeof insertActivity>[1]) => insertActivity(world.server.app.db, row)
const used = (code: string) => usedOf(world.server.app.db, code)

async function send(name: string, content: Readonly<Record<string, unknown>>): Promise<PartnerAnswer['body']> {
  return (await client.call(name, content)).body
}
const sell = (amount: number, more: Readonly<Record<string, unknown>> = {}) =>
  send('points/issue', world.common({ member: newMember(), amount, ...more }))

/** Account class, campaign, points and issuer side of each entry but the member's. */
async function entriesOf(transactionNo: unknown) {
  const { rows } = await sql<{ accountClass: string; code: string | null; points: number }>`
    select e.account_class, e.component_code as code, e.points from point_entry e join point_transaction t on t.id = e.transaction_id
    where t.transaction_no = ${transactionNo as string} and e.account_class <> 'MEMBER' order by e.line_no`.execute(world.server.app.db)
  return rows.map(({ accountClass, code, points }) => [accountClass, code, points])
}
async function lotsOf(transactionNo: unknown) {
  const { rows } = await sql<{ activityCode: string | null; issuerCompanyNo: string; points: number; expireDate: string }>`
    select l.activity_code, l.issuer_company_no, l.issued_points as points, l.expire_date::text as expire_date
    from point_lot l join point_transaction t on t.id = l.transaction_id where t.transaction_no = ${transactionNo as string}
    order by l.id`.execute(world.server.app.db)
  return rows.map(({ activityCode, issuerCompanyNo, points, expireDate }) => [activityCode, issuerCompanyNo, points, expireDate])
}

describe('types and bearers', () => {
  it('type 1, borne by the company: NT$1,280 earn 12, times 3 gives 24 more from the same account', async () => {
    await add({ code: 'TYPE1A', type: '1', multiplier: 3, points: null })
    const sale = await sell(1280)
    expect(sale).toMatchObject({
      basePoints: 12,
      activityPoints: 24,
      issuedPoints: 36,
      balance: 36,
      activityApplied: true,
      activityMessage: null,
    })
    expect(sale.activities).toEqual([{ activityCode: 'TYPE1A', points: 24 }])
    expect(await entriesOf(sale.transactionNo)).toEqual([
      ['AWARD', null, -12],
      ['AWARD', 'TYPE1A', -24],
    ])
    expect(await used('TYPE1A')).toBe(24)
  })

  it('type 1 cuts fractions: 12 base points times 1.3 give floor(3.6) = 3', async () => {
    await add({ code: 'TYPE1B', type: '1', multiplier: 1.3, points: null })
    expect(await sell(1299)).toMatchObject({ basePoints: 12, activityPoints: 3 })
  })

  it('type 2, borne by the platform: 50 points from NT$500 on', async () => {
    await add({ code: 'TYPE2A', type: '2', points: 50, minAmount: 500, bearer: '2' })
    expect(await sell(499)).toMatchObject({ activityPoints: 0, activityApplied: false, activities: [] })
    const sale = await sell(500)
    expect(sale).toMatchObject({ basePoints: 5, activityPoints: 50 })
    expect(await entriesOf(sale.transactionNo)).toEqual([
      ['AWARD', null, -5],
      ['PLATFORM', 'TYPE2A', -50],
    ])
  })

  it('type 3, shared 33.3%: NT$3,450 hold 3 steps of 1,000, 3 x 11 = 33 points, floor(10.989) = 10 by the platform, 23 by the company', async () => {
    await add({ code: 'TYPE3A', type: '3', points: 11, minAmount: 1000, stepAmount: 1000, bearer: '3', share: 33.3 })
    const sale = await sell(3450)
    expect(sale).toMatchObject({ basePoints: 34, activityPoints: 33 })
    expect(await entriesOf(sale.transactionNo)).toEqual([
      ['AWARD', null, -34],
      ['AWARD', 'TYPE3A', -23],
      ['PLATFORM', 'TYPE3A', -10],
    ])
    expect(await used('TYPE3A')).toBe(33)
  })

  it('type 5 gives its points to who registers; its code is nothing for a sale', async () => {
    await add({ code: 'TYPE5A', type: '5', points: 80, bearer: '3', share: 50 })
    const member = await send('members/register', world.common({ mobile: '0911222333', name: '王小明', consentVersion: '1' }))
    expect(await entriesOf(member.transactionNo)).toEqual([
      ['AWARD', 'TYPE5A', -40],
      ['PLATFORM', 'TYPE5A', -40],
    ])
    expect(await sell(1000)).toMatchObject({ activityPoints: 0 })
    expect(await sell(1000, { activityCode: 'TYPE5A' })).toMatchObject({ activityPoints: 0, activityMessage: '會員不適用' })
  })

  it('takes the share of a prepaid company from its stock, and refuses the whole sale when that is short', async () => {
    const { db } = world.server.app
    await add({ code: 'PREPAY1', owner: prepaid, points: 50, budget: 1000 })
    expect(await sell(1000, { companyNo: prepaid })).toMatchObject({ code: 'E1107' })
    expect(await used('PREPAY1')).toBe(0)
    const { rows } = await sql`select from activity where used_points > budget_points`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('several campaigns on one sale', () => {
  it('automatic ones add up with the one whose code was sent, each from its own budget', async () => {
    await add({ code: 'AUTO01', type: '1', multiplier: 2, points: null })
    await add({ code: 'AUTO02', owner: 'C000000', points: 30, bearer: '2' })
    await add({ code: 'CODE01', points: 7, requireCode: true })
    await add({ code: 'CODE02', points: 9, requireCode: true })
    const plain = await sell(1000)
    expect(plain).toMatchObject({ basePoints: 10, activityPoints: 40, activityApplied: true, activityMessage: null })
    const sale = await sell(1000, { activityCode: 'code01' })
    expect(sale).toMatchObject({ basePoints: 10, activityPoints: 47, activityApplied: true, activityMessage: null })
    expect(
      new Map((sale.activities as { activityCode: string; points: number }[]).map((each) => [each.activityCode, each.points])),
    ).toEqual(
      new Map([
        ['AUTO01', 10],
        ['AUTO02', 30],
        ['CODE01', 7],
      ]),
    )
    const { rows } = await sql`select activity_code from point_transaction where transaction_no = ${sale.transactionNo as string}`.execute(
      world.server.app.db,
    )
    expect(rows).toEqual([{ activityCode: 'CODE01' }])
    expect(await Promise.all(['AUTO01', 'AUTO02', 'CODE01', 'CODE02'].map(used))).toEqual([20, 60, 7, 0])
    // A wrong code takes nothing from the automatic ones.
    expect(await sell(1000, { activityCode: 'NOSUCH9' })).toMatchObject({
      activityPoints: 40,
      activityApplied: false,
      activityMessage: '活動代碼不存在',
    })
    expect(await sell(1000, { activityCode: 'CODE01 CODE02' })).toMatchObject({
      activityPoints: 40,
      activityApplied: false,
      activityMessage: '重複使用多個代碼',
    })
  })

  it('the code of an automatic one counts it once', async () => {
    await add({ code: 'AUTO03', points: 20 })
    expect(await sell(100, { activityCode: 'AUTO03' })).toMatchObject({ activityPoints: 20, activityApplied: true })
    expect(await used('AUTO03')).toBe(20)
  })

  it('each gives lots of its own issuer and expiry', async () => {
    await add({ code: 'EXPIRE2', points: 5, expiryRule: '2', expiryValue: 2 })
    await add({ code: 'EXPIRE3', points: 6, expiryRule: '3', expiryValue: 10, bearer: '2' })
    await add({ code: 'EXPIRE4', points: 8, expiryRule: '4', expiryDate: '2025-08-08', bearer: '3', share: 50 })
    const sale = await sell(1000)
    expect(new Set(await lotsOf(sale.transactionNo))).toEqual(
      new Set([
        [null, companyNo, 10, '2026-12-31'],
        ['EXPIRE2', companyNo, 5, '2025-03-31'],
        ['EXPIRE3', 'C000000', 6, '2025-01-25'],
        ['EXPIRE4', companyNo, 4, '2025-08-08'],
        ['EXPIRE4', 'C000000', 4, '2025-08-08'],
      ]),
    )
  })
})

describe('where, when and for whom', () => {
  const activityPoints = async (more: Readonly<Record<string, unknown>> = {}) => (await sell(1000, more)).activityPoints

  it('hours, days of the week and outlets', async () => {
    await add({ code: 'HOURS1', points: 1, dailyFrom: '10:00', dailyTo: '12:00' })
    await add({ code: 'HOURS2', points: 2, dailyFrom: '22:00', dailyTo: '10:00' })
    await add({ code: 'DAYS01', points: 4, weekdays: ['3'] })
    await add({ code: 'DAYS02', points: 8, weekdays: ['1', '2', '4', '5', '6', '7'] })
    await add({ code: 'STORE1', points: 16, stores: [`${companyNo}0001`] })
    await add({ code: 'STORE2', points: 32, stores: [`${companyNo}0002`] })
    expect(await activityPoints()).toBe(1 + 4 + 16)
    expect(await activityPoints({ retailStoreCode: 'S002' })).toBe(1 + 4 + 32)
    expect(await activityPoints({ businessAt: '2025-01-15T09:59:59+08:00' })).toBe(2 + 4 + 16)
    expect(await activityPoints({ businessAt: '2025-01-14T11:00:00+08:00' })).toBe(1 + 8 + 16)
  })

  it('gives points from its start to its end, by the time of the sale, also the sale of yesterday that arrives today', async () => {
    await add({ code: 'PAST01', points: 1, endAt: '2025-01-15T00:00:00+08:00' })
    await add({ code: 'NOW001', points: 2, startAt: '2025-01-15T00:00:00+08:00' })
    expect(await activityPoints()).toBe(2)
    expect(await activityPoints({ businessAt: '2025-01-14T23:59:59+08:00' })).toBe(1)
  })

  it('new members of 30 days, and listed ones', async () => {
    const { db } = world.server.app
    await add({ code: 'NEWBIE', points: 1, memberScope: '2' })
    const id = await add({ code: 'LISTED', points: 2, memberScope: '3' })
    const [young, old, listed] = [newMember(), newMember(), newMember()]
    await sql`update member set registered_at = '2024-01-01'`.execute(db)
    await sql`update member set registered_at = '2024-12-16' where member_no = ${young.memberNo}`.execute(db)
    await sql`insert into activity_member (activity_id, member_no) values (${id}, ${listed.memberNo})`.execute(db)
    for (const [member, points] of [
      [young, 1],
      [old, 0],
      [listed, 2],
      [young, 1],
    ] as const) {
      // Twice: the place is read with the first call, and known with the second.
      expect((await sell(1000, { member })).activityPoints).toBe(points)
      expect((await sell(1000, { member })).activityPoints).toBe(points)
    }
  })

  it('other companies, drafts and ended campaigns give nothing', async () => {
    await add({ code: 'OTHER1', owner: prepaid, points: 1 })
    for (const status of ['1', '2', '6', '7']) await add({ code: `STATE${status}`, points: 2, status })
    expect(await activityPoints()).toBe(0)
  })

  it('counts from the moment of its approval on, for a place that is known already', async () => {
    await add({ code: 'DRAFT1', points: 3, status: '2' })
    expect(await activityPoints()).toBe(0)
    await sql`update activity set status = '3' where activity_code = 'DRAFT1'`.execute(world.server.app.db)
    expect(await activityPoints()).toBe(3)
    await sql`update activity set status = '6' where activity_code = 'DRAFT1'`.execute(world.server.app.db)
    expect(await activityPoints()).toBe(0)
  })
})

describe('sales that no campaign concerns', () => {
  it('sales that no campaign concerns are written without locks, also while one runs that they do not reach; rewarded ones are not', async () => {
    const answers = vi.spyOn(OptimisticAnswers.prototype, 'answer')
    const member = newMember()
    const wayOf = async (amount: number) => {
      answers.mockClear()
      expect(await sell(amount, { member })).toMatchObject({ code: '0000' })
      expect(answers).toHaveBeenCalledTimes(1)
      const [settled] = await Promise.allSettled(answers.mock.results.map(({ value }) => value as Promise<unknown>))
      return settled?.status === 'fulfilled' ? 'without locks' : 'locked'
    }
    await sell(1000, { member })
    expect(await wayOf(1000)).toBe('without locks')
    await add({ code: 'REACH500', points: 5, minAmount: 500 })
    expect(await wayOf(499)).toBe('without locks')
    expect(await wayOf(500)).toBe('locked')
    answers.mockRestore()
  })
})

describe('caps and budgets', () => {
  it('caps of one sale, of a member on a day and of a member in all', async () => {
    await add({ code: 'CAPS01', points: 40, perTxnMax: 30, perMemberDaily: 50, perMemberTotal: 70 })
    const member = newMember()
    const points = async (businessAt: string) => (await sell(1000, { member, businessAt })).activityPoints
    expect(await points('2025-01-14T10:00:00+08:00')).toBe(30)
    expect(await points('2025-01-14T11:00:00+08:00')).toBe(20)
    expect(await points('2025-01-14T12:00:00+08:00')).toBe(0)
    expect(await points('2025-01-15T09:00:00+08:00')).toBe(20)
    expect(await points('2025-01-15T09:30:00+08:00')).toBe(0)
    expect(await used('CAPS01')).toBe(70)
    expect((await sell(1000)).activityPoints).toBe(30)
  })

  it('活動歷程 says once that a budget is used up, and again when a return gave points back and they were used, too', async () => {
    const { db } = world.server.app
    await add({ code: 'EMPTY1', points: 40, budget: 80 })
    const spent = ['8', '系統', '預算 80 點已用罄']
    await sell(1000)
    expect(await foundEvents(db, 'EMPTY1')).toEqual([])
    const last = world.common({ member: newMember(), amount: 1000 })
    expect(await send('points/issue', last)).toMatchObject({ activityPoints: 40 })
    expect(await foundEvents(db, 'EMPTY1')).toEqual([spent])
    expect((await sell(1000)).activityPoints).toBe(0)
    expect(await send('points/issue', last)).toMatchObject({ replayed: true })
    await send('points/issue_return', world.common({ originalExternalTxnNo: last.externalTxnNo, returnAmount: 1000 }))
    expect([await used('EMPTY1'), await foundEvents(db, 'EMPTY1')]).toEqual([40, [spent]])
    expect((await sell(1000)).activityPoints).toBe(40)
    expect(await foundEvents(db, 'EMPTY1')).toEqual([spent, spent])
  })

  it('a budget gives what it still holds, then nothing, and a return gives it back', async () => {
    await add({ code: 'BUDGET1', points: 40, budget: 100 })
    const first = world.common({ member: newMember(), amount: 1000 })
    expect(await send('points/issue', first)).toMatchObject({ activityPoints: 40 })
    expect((await sell(1000)).activityPoints).toBe(40)
    expect((await sell(1000)).activityPoints).toBe(20)
    expect((await sell(1000)).activityPoints).toBe(0)
    const whole = { originalExternalTxnNo: first.externalTxnNo, returnAmount: 1000 }
    expect(await send('points/issue_return', world.common(whole))).toMatchObject({ code: '0000', clawedPoints: 50 })
    expect(await used('BUDGET1')).toBe(60)
    expect((await sell(1000)).activityPoints).toBe(40)
    expect(await used('BUDGET1')).toBe(100)
  })

  it('what was refused, repeated or asked again takes nothing from it', async () => {
    await add({ code: 'LEAK01', points: 40, budget: 1000 })
    const sale = world.common({ member: newMember(), amount: 1000 })
    const answer = await send('points/issue', sale)
    expect(await send('points/issue', sale)).toEqual({ ...answer, replayed: true })
    expect(await send('points/issue', { ...sale, amount: 2000 })).toMatchObject({ code: 'E1409' })
    expect(await send('points/issue', world.common({ member: { memberNo: '880000999999' }, amount: 100 }))).toMatchObject({ code: 'E1201' })
    expect(await used('LEAK01')).toBe(40)
  })

  it('a sale that an anomaly rule refuses takes nothing from it', async () => {
    const { db } = world.server.app
    await add({ code: 'LEAK02', points: 40, budget: 1000 })
    await sql`insert into warning_rule (warning_rule_no, rule_code, scope, threshold_points, severity, action, is_enabled)
      values ('WR990001', 'R02', '1', 10, '3', '2', true)`
      .execute(db)
      .catch(async () => {
        await sql`update warning_rule set threshold_points = 10, action = '2', is_enabled = true where rule_code = 'R02'`.execute(db)
      })
    world.setNow(new Date(world.now().getTime() + 120_000))
    expect(await sell(1000)).toMatchObject({ code: 'E1401' })
    expect(await used('LEAK02')).toBe(0)
    await sql`update warning_rule set is_enabled = false where rule_code = 'R02'`.execute(db)
    world.setNow(new Date(world.now().getTime() + 120_000))
  })
})

describe('returns', () => {
  const back = (sale: { externalTxnNo: string }, more: Readonly<Record<string, unknown>>) =>
    send('points/issue_return', world.common({ originalExternalTxnNo: sale.externalTxnNo, ...more }))

  it('a return by amount in two steps: the rules are computed again on what remains', async () => {
    await add({ code: 'RETURN1', type: '1', multiplier: 2.5, points: null, bearer: '3', share: 40 })
    await add({ code: 'RETURN2', type: '3', points: 10, stepAmount: 1000, minAmount: 2000, bearer: '2' })
    const sale = world.common({ member: newMember(), amount: 3590 })
    // Base 35; times 2.5: floor(52.5) = 52, of which floor(20.8) = 20 by the platform; 3 steps: 30.
    expect(await send('points/issue', sale)).toMatchObject({ basePoints: 35, activityPoints: 82 })
    // 1,590 remain: base 15, floor(22.5) = 22 of which 8 by the platform, no step.
    const first = await back(sale, { returnAmount: 2000 })
    expect(first).toMatchObject({ clawedPoints: 20 + 30 + 30 })
    expect(await entriesOf(first.transactionNo)).toEqual([
      ['AWARD', null, 20],
      ['AWARD', 'RETURN1', 18],
      ['PLATFORM', 'RETURN1', 12],
      ['PLATFORM', 'RETURN2', 30],
    ])
    expect([await used('RETURN1'), await used('RETURN2')]).toEqual([22, 0])
    const last = await back(sale, { returnAmount: 1590 })
    expect(last).toMatchObject({ clawedPoints: 15 + 22, balance: 0 })
    expect([await used('RETURN1'), await used('RETURN2')]).toEqual([0, 0])
    expect(await back(sale, { returnAmount: 1 })).toMatchObject({ code: 'E1305' })
  })

  it('a return by points: pro rata over the entries, the last return takes the rest', async () => {
    await add({ code: 'RETURN3', points: 50 })
    const sale = world.common({ member: newMember(), amount: 1000 })
    expect(await send('points/issue', sale)).toMatchObject({ issuedPoints: 60 })
    expect(await back(sale, { returnPoints: 6 })).toMatchObject({ clawedPoints: 6 })
    expect(await used('RETURN3')).toBe(45)
    expect(await back(sale, { returnPoints: 54 })).toMatchObject({ clawedPoints: 54, balance: 0 })
    expect(await used('RETURN3')).toBe(0)
  })

  it('caps of the sale hold for what remains, and its day has room again', async () => {
    await add({ code: 'RETURN4', type: '3', points: 10, stepAmount: 1000, perMemberDaily: 20 })
    const member = newMember()
    const sale = world.common({ member, amount: 5000 })
    expect(await send('points/issue', sale)).toMatchObject({ activityPoints: 20 })
    // 3,000 remain: 30 points, capped at 20 as in the sale.
    expect(await back(sale, { returnAmount: 2000 })).toMatchObject({ clawedPoints: 20 })
    expect(await used('RETURN4')).toBe(20)
    expect(await back(sale, { returnAmount: 2000 })).toMatchObject({ clawedPoints: 20 + 10 })
    expect((await sell(5000, { member })).activityPoints).toBe(10)
    expect(await used('RETURN4')).toBe(20)
  })
})

it('leaves a sound ledger, and counters that equal the entries', async () => {
  const { db } = world.server.app
  const results = await verifyLedger(db)
  expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  const { rows } = await sql`
    select a.activity_code from activity a
    where a.used_points <> coalesce((select -sum(e.points) from point_entry e where e.component = 'ACTIVITY' and e.component_code = a.activity_code), 0)`.execute(
    db,
  )
  expect(rows).toEqual([])
})
