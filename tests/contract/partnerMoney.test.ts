import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

const bank = 'C000900'
const otherCompany = 'C000102'

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld({ members: 30 })
  // Postings are still accepted on both days, of the sale and of its return.
  world.setNow(new Date('2025-11-03T02:00:00Z'))
  const { db } = world.server.app
  await insertCompany(db, { companyNo: bank, paygCycle: '2' })
  await insertCompany(db, { companyNo: otherCompany })
  await addStore(db, otherCompany, 'S001')
  await addDefaultReward(db, otherCompany)
  client = await world.addClient({ companyNos: [companyNo, otherCompany] })
  await sql`
    insert into payer_extra_ratio (extra_ratio_no, payer_company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
      monthly_cap_points, unit_price, priority, start_date, end_date, status)
    values ('ER000001', ${bank}, '["400012"]', '1', 100, 60, 1000, 0.95, 10, '2024-01-01', '2034-12-31', '3')`.execute(db)
  // Two versions of one setting: the second replaces the first in the middle of October.
  await sql`
    insert into payer_extra_ratio (extra_ratio_no, payer_company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
      monthly_cap_points, unit_price, priority, start_date, end_date, status)
    values ('ER000011', ${bank}, '["400055"]', '1', 100, 60, 1000, 0.95, 10, '2024-01-01', '2025-10-20', '5')`.execute(db)
  await sql`
    insert into payer_extra_ratio (extra_ratio_no, payer_company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
      monthly_cap_points, unit_price, priority, start_date, end_date, status, previous_id)
    select 'ER000012', ${bank}, '["400055"]', '1', 200, 60, 1000, 0.95, 10, '2025-10-21', '2034-12-31', '3', id
    from payer_extra_ratio where extra_ratio_no = 'ER000011'`.execute(db)
  await sql`
    insert into reward_point (reward_point_no, company_no, reward_point_name, reward_type, spend_amount, reward_points, rounding_mode,
      store_scope, expiry_rule, expiry_value, payment_types, priority, is_default, start_date, end_date, status)
    values ('RP900007', ${companyNo}, '七天點數', '1', 100, 1, '1', '1', '3', 7, '["6"]', 10, false, '2020-01-01', '2034-12-31', '3')`.execute(
    db,
  )
})
afterAll(() => world.close())

let used = 0
/** A member that no other test uses. */
function nextMember(): { readonly memberNo: string } {
  used += 1
  return { memberNo: world.members[used] as string }
}

async function call(name: string, content: Readonly<Record<string, unknown>>) {
  return (await client.call(name, world.common(content))).body
}

const october = { businessAt: '2025-10-15T12:00:00+08:00' }
const november = { businessAt: '2025-11-02T12:00:00+08:00' }

function byCard(cardNo6: string, amount: number) {
  return { amount, payments: [{ paymentType: '3', amount, cardNo6 }] }
}

async function expectSound(): Promise<void> {
  const results = await verifyLedger(world.server.database.db)
  expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
}

describe('the monthly cap of extra points (domain 7.4)', () => {
  it('belongs to the month of the sale: a return gives its room back there and nowhere else', async () => {
    const member = nextMember()
    const sale = world.common({ member, ...byCard('400012', 100_000), ...october })
    expect((await client.call('points/issue', sale)).body).toMatchObject({ extraPoints: 1000 })
    const back = { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 100_000, ...november }
    expect(await call('points/issue_return', back)).toMatchObject({ clawedPoints: 2000 })
    expect(await call('points/issue', { member, ...byCard('400012', 200_000), ...november })).toMatchObject({ extraPoints: 1000 })
    expect(await call('points/issue', { member, ...byCard('400012', 100_000), ...october })).toMatchObject({ extraPoints: 1000 })
    expect(await call('points/issue', { member, ...byCard('400012', 100_000), ...october })).toMatchObject({ extraPoints: 0 })
  })

  it('the monthly cap of extra points (domain 7.4) is one for all versions of a setting', async () => {
    const member = nextMember()
    const later = { businessAt: '2025-10-25T12:00:00+08:00' }
    expect(await call('points/issue', { member, ...byCard('400055', 70_000), ...october })).toMatchObject({ extraPoints: 700 })
    expect(await call('points/issue', { member, ...byCard('400055', 70_000), ...later })).toMatchObject({ extraPoints: 300 })
    expect(await call('points/issue', { member, ...byCard('400055', 70_000), ...october })).toMatchObject({ extraPoints: 0 })
  })
})

describe('the daily cap of a campaign for a member (domain 4.13)', () => {
  it('belongs to the day of the sale', async () => {
    await sql`
      insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, fixed_points, min_amount, start_at, end_at,
        store_scope, member_scope, require_code, budget_points, per_member_daily, expiry_rule, status)
      values ('DAILY001', '每日', ${companyNo}, '2', '1', 30, 1, '2025-09-01', '2026-01-01', '1', '1', true, 100000, 30, '1', '3')`.execute(
      world.server.database.db,
    )
    const member = nextMember()
    const first = { businessAt: '2025-11-01T12:00:00+08:00' }
    const sell = (at: object) => call('points/issue', { member, amount: 100, activityCode: 'DAILY001', ...at })
    const sale = world.common({ member, amount: 100, activityCode: 'DAILY001', ...first })
    expect((await client.call('points/issue', sale)).body).toMatchObject({ activityPoints: 30 })
    await call('points/issue_return', { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 100, ...november })
    expect(await sell(november)).toMatchObject({ activityPoints: 30 })
    expect(await sell(november)).toMatchObject({ activityPoints: 0 })
    expect(await sell(first)).toMatchObject({ activityPoints: 30 })
  })
})

describe('the return of a sale that earned nothing', () => {
  it('E1305: takes no more than the sale was', async () => {
    const sale = world.common({ member: nextMember(), amount: 50 })
    expect((await client.call('points/issue', sale)).body).toMatchObject({ code: '0000', issuedPoints: 0 })
    const back = (more: object) => call('points/issue_return', { originalExternalTxnNo: sale.externalTxnNo, ...more })
    expect(await back({ returnAmount: 1_000_000 })).toMatchObject({ code: 'E1305' })
    expect(await back({ returnPoints: 1 })).toMatchObject({ code: 'E1305' })
    expect(await back({ returnAmount: 30 })).toMatchObject({ code: '0000', clawedPoints: 0 })
    expect(await back({ returnAmount: 30 })).toMatchObject({ code: 'E1305' })
    expect(await back({ returnAmount: 20 })).toMatchObject({ code: '0000', clawedPoints: 0 })
    expect(await back({ returnAmount: 1 })).toMatchObject({ code: 'E1305' })
  })

  it('E1304: is taken by the company of the sale only', async () => {
    const sale = world.common({ member: nextMember(), amount: 50 })
    await client.call('points/issue', sale)
    const back = { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 50 }
    expect(await call('points/issue_return', { ...back, companyNo: otherCompany })).toMatchObject({ code: 'E1304' })
    expect(await call('points/issue_return', back)).toMatchObject({ code: '0000' })
  })

  it('the return of a sale that earned nothing holds for sales that were posted with locks, too', async () => {
    const member = nextMember()
    // A sale with an activity code is posted with locks.
    const sale = world.common({ member, amount: 50, activityCode: 'NOSUCH01' })
    expect((await client.call('points/issue', sale)).body).toMatchObject({ code: '0000', issuedPoints: 0 })
    const back = { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 51 }
    expect(await call('points/issue_return', back)).toMatchObject({ code: 'E1305' })
  })
})

describe('a sale dated back so far that its points have expired', () => {
  it('answers the balance that the next call answers, too', async () => {
    const member = nextMember()
    await call('points/issue', { member, amount: 500 })
    const sale = world.common({ member, amount: 1200, payments: [{ paymentType: '6', amount: 1200 }], ...october })
    const answer = (await client.call('points/issue', sale)).body
    expect(answer).toMatchObject({ code: '0000', issuedPoints: 12, expireDate: '2025-10-22', balance: 5 })
    expect(await call('points/balance', { member })).toMatchObject({ balance: 5, available: 5 })
    expect((await client.call('points/issue', sale)).body).toMatchObject({ balance: 5, replayed: true })
    const rows = await sql<{ balance: number }>`
      select balance from point_account where class = 'MEMBER' and owner_id = ${member.memberNo}`.execute(world.server.app.db)
    expect(rows.rows).toEqual([{ balance: 5 }])
    // Expired points are returned to the company in any case (domain 2.6, Late expiry), and the member keeps the others.
    const back = { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 1200 }
    expect(await call('points/issue_return', back)).toMatchObject({ clawedPoints: 12, balance: 5 })
    await expectSound()
  })
})

describe('a return that is worth no point', () => {
  it('answers the balance without what has expired meanwhile', async () => {
    const member = nextMember()
    const sale = world.common({ member, amount: 150 })
    await client.call('points/issue', sale)
    await call('points/issue', { member, amount: 1200, payments: [{ paymentType: '6', amount: 1200 }] })
    world.setNow(new Date(world.now().getTime() + 10 * 86_400_000))
    const back = { originalExternalTxnNo: sale.externalTxnNo, returnAmount: 50 }
    expect(await call('points/issue_return', back)).toMatchObject({ code: '0000', transactionNo: null, clawedPoints: 0, balance: 1 })
    expect(await call('points/balance', { member })).toMatchObject({ balance: 1 })
  })
})
