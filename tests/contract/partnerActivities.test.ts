import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

const prepaid = 'C000102'
let world: PartnerWorld
let client: PartnerClient
let mobiles = 0

beforeAll(async () => {
  world = await openPartnerWorld({ members: 10 })
  const { db } = world.server.app
  client = await world.addClient({ companyNos: [companyNo, prepaid] })
  await insertCompany(db, { companyNo: prepaid, settlementMode: '2' })
  await addStore(db, prepaid, 'S001')
  await addDefaultReward(db, prepaid)
})
afterAll(() => world.close())

interface Campaign {
  readonly code: string
  readonly type: string
  readonly owner?: string
  /** Percent that the platform bears. */
  readonly platformShare?: number
  readonly points: number
  readonly budget?: number
  readonly startAt?: string
}

async function addCampaign({ code, type, owner = companyNo, platformShare = 0, points, budget = 1000, startAt = '2025-01-01' }: Campaign) {
  await sql`
    insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, platform_share_ratio, fixed_points, start_at,
      end_at, store_scope, member_scope, require_code, budget_points, expiry_rule, status)
    values (${code}, ${`活動 ${code}`}, ${owner}, ${type}, '3', ${platformShare}, ${points}, ${startAt}, '2025-02-01', '1', '1', true, ${budget},
      '1', '3')`.execute(world.server.app.db)
}

async function call(name: string, content: Readonly<Record<string, unknown>>): Promise<PartnerAnswer['body']> {
  return (await client.call(name, world.common(content))).body
}

async function register(changes: Readonly<Record<string, unknown>> = {}): Promise<PartnerAnswer['body']> {
  mobiles += 1
  return call('members/register', { mobile: `0966${String(mobiles).padStart(6, '0')}`, name: '林小美', consentVersion: '1', ...changes })
}

const balanceOf = async (memberNo: unknown) => (await call('points/balance', { member: { memberNo } })).balance
const usedOf = async (code: string) =>
  (await sql<{ used: number }>`select used_points as used from activity where activity_code = ${code}`.execute(world.server.app.db)).rows[0]
    ?.used
const endCampaigns = () => sql`update activity set status = '6'`.execute(world.server.app.db)

describe('several activity codes on one sale', () => {
  it('earn base points only, and leave a row of type 13 for each code with what it would have given', async () => {
    await addCampaign({ code: 'SPRING01', type: '2', points: 50 })
    await addCampaign({ code: 'SPRING02', type: '2', points: 80 })
    const member = { memberNo: world.members[0] }
    const content = world.common({ member, amount: 1000, activityCode: 'spring01, SPRING02' })
    expect((await client.call('points/issue', content)).body).toMatchObject({
      ...{ code: '0000', issuedPoints: 10, basePoints: 10, activityPoints: 0 },
      ...{ activityApplied: false, activityMessage: '重複使用多個代碼' },
    })
    const rows = await world.server.app.db
      .selectFrom('logActivityException')
      .select(['activityCode', 'activityName', 'exceptionType', 'expectedPoints', 'message'])
      .where('externalTxnNo', '=', content.externalTxnNo)
      .orderBy('activityCode')
      .execute()
    expect(rows).toEqual([
      {
        ...{ activityCode: 'SPRING01', activityName: '活動 SPRING01' },
        exceptionType: '13',
        expectedPoints: 50,
        message: '重複使用多個代碼：活動 SPRING01',
      },
      {
        ...{ activityCode: 'SPRING02', activityName: '活動 SPRING02' },
        exceptionType: '13',
        expectedPoints: 80,
        message: '重複使用多個代碼：活動 SPRING02',
      },
    ])
    expect([await usedOf('SPRING01'), await usedOf('SPRING02')]).toEqual([0, 0])
  })

  it('several activity codes on one sale are too many also when it is the same twice: it earns nothing, once', async () => {
    const content = world.common({ member: { memberNo: world.members[1] }, amount: 1000, activityCode: 'SPRING01;spring01' })
    expect((await client.call('points/issue', content)).body).toMatchObject({ issuedPoints: 10, activityApplied: false })
    const rows = await world.server.app.db
      .selectFrom('logActivityException')
      .select('exceptionType')
      .where('externalTxnNo', '=', content.externalTxnNo)
      .execute()
    expect(rows).toEqual([{ exceptionType: '13' }])
    await endCampaigns()
  })
})

describe('campaigns for registrations', () => {
  it('give a new member their points at once, at the cost of who bears them, and once', async () => {
    await addCampaign({ code: 'WELCOME1', type: '5', points: 100, platformShare: 40 })
    await addCampaign({ code: 'WELCOME2', type: '5', points: 30, owner: 'C000000', platformShare: 100 })
    const content = world.common({ mobile: '0955000001', name: '陳大文', consentVersion: '1' })
    const { body } = await client.call('members/register', content)
    expect(body).toMatchObject({ code: '0000', transactionNo: expect.stringMatching(/^T20250115\d{9}$/) })
    expect(await balanceOf(body.memberNo)).toBe(130)
    const { rows } = await sql`
      select e.account_class, sum(e.points)::int as points from point_entry e join point_transaction t on t.id = e.transaction_id
      where t.transaction_no = ${body.transactionNo as string} group by 1 order by 1`.execute(world.server.app.db)
    expect(rows).toEqual([
      { accountClass: 'AWARD', points: -60 },
      { accountClass: 'MEMBER', points: 130 },
      { accountClass: 'PLATFORM', points: -70 },
    ])
    expect((await client.call('members/register', content)).body).toEqual({ ...body, replayed: true })
    expect(await balanceOf(body.memberNo)).toBe(130)
    expect([await usedOf('WELCOME1'), await usedOf('WELCOME2')]).toEqual([100, 30])
  })

  it('campaigns for registrations leave the number of the partner free for its first sale', async () => {
    const externalTxnNo = 'SAME-NUMBER'
    const { memberNo } = await register({ externalTxnNo })
    const sale = await call('points/issue', { member: { memberNo }, amount: 1000, externalTxnNo })
    expect(sale).toMatchObject({ code: '0000', issuedPoints: 10, balance: 140 })
  })

  it('give what is left of their budget, then nothing; the registration goes on', async () => {
    await sql`update activity set budget_points = used_points + 5 where activity_code = 'WELCOME1'`.execute(world.server.app.db)
    expect(await balanceOf((await register()).memberNo)).toBe(35)
    expect(await balanceOf((await register()).memberNo)).toBe(30)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from log_activity_exception where activity_code = 'WELCOME1'`.execute(world.server.app.db)
    expect(rows[0]?.count).toBe(0)
  })

  it('campaigns for registrations hold only at their company and in their time; a prepaid company without stock still gets its member', async () => {
    await endCampaigns()
    await addCampaign({ code: 'WELCOME3', type: '5', points: 10, startAt: '2025-01-16' })
    expect(await register()).toMatchObject({ code: '0000', transactionNo: null })
    await addCampaign({ code: 'WELCOME4', type: '5', points: 10, owner: prepaid })
    expect(await register()).toMatchObject({ code: '0000', transactionNo: null })
    const poor = await register({ companyNo: prepaid })
    expect(poor).toMatchObject({ code: '0000', transactionNo: null })
    expect([await balanceOf(poor.memberNo), await usedOf('WELCOME4')]).toEqual([0, 0])
  })

  it('campaigns for registrations are not for sales: their code is one of the wrong member there', async () => {
    await addCampaign({ code: 'WELCOME5', type: '5', points: 10 })
    const answer = await call('points/issue', { member: { memberNo: world.members[2] }, amount: 1000, activityCode: 'WELCOME5' })
    expect(answer).toMatchObject({ issuedPoints: 10, activityApplied: false, activityMessage: '會員不適用' })
  })

  it('campaigns for registrations leave a sound ledger', async () => {
    const results = await verifyLedger(world.server.app.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })
})
