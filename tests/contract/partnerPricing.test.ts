import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

const bank = 'C000900'

let world: PartnerWorld
let client: PartnerClient

beforeAll(async () => {
  world = await openPartnerWorld({ members: 20 })
  const { db } = world.server.app
  await insertCompany(db, { companyNo: bank, paygCycle: '2' })
  client = await world.addClient({ companyNos: [companyNo, bank] })
  await sql`
    insert into payer_extra_ratio (extra_ratio_no, payer_company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
      monthly_cap_points, unit_price, priority, start_date, end_date, status)
    values ('ER000001', ${bank}, '["400012"]', '1', 150, 60, 1000, 0.95, 10, '2024-01-01', '2034-12-31', '3'),
      ('ER000002', ${bank}, '["400099"]', '2', 50, 100, null, 0.95, 20, '2024-01-01', '2034-12-31', '3')`.execute(db)
  await sql`
    insert into point_exchange (point_exchange_no, company_no, partner_point_name, direction, partner_points, platform_points, min_points,
      step_points, daily_limit, monthly_limit, unit_price, start_date, end_date, status)
    values ('PE000001', ${bank}, '紅利', '1', 1000, 300, 2000, 1000, 900, 1500, 0.98, '2024-01-01', '2034-12-31', '3'),
      ('PE000002', ${bank}, '紅利', '2', 7, 10, 100, 50, null, null, 0.95, '2024-01-01', '2034-12-31', '3')`.execute(db)
})
afterAll(() => world.close())

const memberOf = (index: number) => ({ memberNo: world.members[index] as string })
const card = (cardNo6: string, amount: number) => ({ payments: [{ paymentType: '3', amount, cardNo6 }] })

async function call(name: string, content: Readonly<Record<string, unknown>>) {
  return (await client.call(name, world.common(content))).body
}

/** Points by account of one transaction. */
async function entriesOf(transactionNo: unknown): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ accountClass: string; points: number }>`
    select e.account_class, sum(e.points)::bigint as points from point_entry e join point_transaction t on t.id = e.transaction_id
    where t.transaction_no = ${String(transactionNo)} group by 1`.execute(world.server.app.db)
  return Object.fromEntries(rows.map((row) => [row.accountClass, row.points]))
}

describe('extra points of a co-branded card (domain 7.2, example D of 7.4)', () => {
  it('extra points of a co-branded card (domain 7.2, example D of 7.4) are shared by payer and company, capped by the month, and come back with the goods', async () => {
    const at = { businessAt: '2025-01-10T12:00:00+08:00' }
    const sell = (member: object, amount: number) => call('points/issue', { member, amount, ...card('40001299', amount), ...at })
    const t1 = await sell(memberOf(1), 1280)
    expect(t1).toMatchObject({ issuedPoints: 30, basePoints: 12, extraPoints: 18 })
    expect(await entriesOf(t1.transactionNo)).toEqual({ MEMBER: 30, AWARD: -20, PAYG: -10 })
    const sold = world.common({ member: memberOf(2), amount: 35_990, ...card('400012', 35_990), ...at })
    const t2 = (await client.call('points/issue', sold)).body
    expect(t2).toMatchObject({ basePoints: 359, extraPoints: 538 })
    expect(await entriesOf(t2.transactionNo)).toEqual({ MEMBER: 897, AWARD: -575, PAYG: -322 })
    const t3 = await sell(memberOf(3), 9999)
    expect(await entriesOf(t3.transactionNo)).toEqual({ MEMBER: 247, AWARD: -159, PAYG: -88 })
    const t4 = await sell(memberOf(2), 60_000)
    expect(t4).toMatchObject({ basePoints: 600, extraPoints: 462 })
    expect(await entriesOf(t4.transactionNo)).toEqual({ MEMBER: 1062, AWARD: -785, PAYG: -277 })
    const back = { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 10_000, ...at }
    const t5 = await call('points/issue_return', back)
    expect(await entriesOf(t5.transactionNo)).toEqual({ MEMBER: -250, AWARD: 160, PAYG: 90 })
    const rest = await call('points/issue_return', { ...back, returnAmount: 25_990 })
    expect(rest).toMatchObject({ clawedPoints: 647 })
    expect(await entriesOf(rest.transactionNo)).toEqual({ MEMBER: -647, AWARD: 415, PAYG: 232 })
  })

  it('count only what the card paid, and base points at the payer when it bears them', async () => {
    const half = await call('points/issue', {
      member: memberOf(4),
      amount: 10_000,
      payments: [
        { paymentType: '3', amount: 4000, cardNo6: '400012' },
        { paymentType: '1', amount: 6000 },
      ],
    })
    expect(half).toMatchObject({ basePoints: 100, extraPoints: 60 })
    const borne = await call('points/issue', { member: memberOf(5), amount: 1000, ...card('400099', 1000) })
    expect(borne).toMatchObject({ basePoints: 10, extraPoints: 5 })
    expect(await entriesOf(borne.transactionNo)).toEqual({ MEMBER: 15, PAYG: -15 })
  })

  it('extra points of a co-branded card (domain 7.2, example D of 7.4) are none for another card, and none for a company that opted out', async () => {
    expect(await call('points/issue', { member: memberOf(6), amount: 1000, ...card('499999', 1000) })).toMatchObject({ extraPoints: 0 })
    await sql`
      insert into payer_extra_ratio (extra_ratio_no, payer_company_no, company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
        unit_price, priority, start_date, end_date, status)
      values ('ER000003', ${bank}, ${companyNo}, '["400012"]', '1', 0, 0, 0.95, 1, '2024-01-01', '2034-12-31', '3')`.execute(
      world.server.app.db,
    )
    expect(await call('points/issue', { member: memberOf(6), amount: 1000, ...card('400012', 1000) })).toMatchObject({ extraPoints: 0 })
  })
})

describe('points/convert', () => {
  const convert = (index: number, direction: string, partnerPoints: number) =>
    call('points/convert', {
      companyNo: bank,
      retailStoreCode: undefined,
      member: memberOf(index),
      direction,
      partnerPoints,
      partnerTxnNo: 'B1',
    })

  it('turns the points of a partner into ours, in steps and within the limits of day and month', async () => {
    const answer = await convert(10, '1', 3000)
    expect(answer).toMatchObject({ code: '0000', platformPoints: 900, balance: 900 })
    expect(await entriesOf(answer.transactionNo)).toEqual({ MEMBER: 900, CONVIN: -900 })
    expect((await convert(11, '1', 1000)).code).toBe('E1302')
    expect((await convert(11, '1', 2500)).code).toBe('E1021')
    expect((await convert(11, '1', 4000)).code).toBe('E1303')
    expect((await convert(10, '1', 2000)).code).toBe('E1303')
    world.setNow(new Date('2025-01-16T02:00:00Z'))
    expect((await convert(10, '1', 2000)).code).toBe('0000')
    world.setNow(new Date('2025-01-17T02:00:00Z'))
    expect((await convert(10, '1', 2000)).code).toBe('E1303')
  })

  it('turns our points into those of a partner', async () => {
    const answer = await convert(10, '2', 70)
    expect(answer).toMatchObject({ code: '0000', platformPoints: 100, balance: 1400 })
    expect(await entriesOf(answer.transactionNo)).toEqual({ MEMBER: -100, CONVOUT: 100 })
    expect((await convert(10, '2', 71)).code).toBe('E1021')
    expect((await convert(10, '2', 42)).code).toBe('E1021')
    expect((await convert(10, '2', 35)).code).toBe('E1302')
    expect((await convert(12, '2', 70)).code).toBe('E1301')
  })

  it('needs a setting', async () => {
    expect((await call('points/convert', { member: memberOf(1), direction: '1', partnerPoints: 1000, partnerTxnNo: 'B' })).code).toBe(
      'E1106',
    )
  })
})
