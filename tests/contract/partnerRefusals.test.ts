import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerRefusal, partnerCodes } from '../../src/server/domain/partner/catalog/codes.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'

let world: PartnerWorld
let client: PartnerClient

const others = ['C000102', 'C000103', 'C000104', 'C000105', 'C000106', 'C000107', 'C000108']

beforeAll(async () => {
  world = await openPartnerWorld({ members: 40 })
  const { db } = world.server.app
  client = await world.addClient({ companyNos: [companyNo, ...others] })
  for (const owner of others) {
    await insertCompany(db, { companyNo: owner, settlementMode: owner === 'C000106' ? '2' : '1' })
    await addStore(db, owner, 'S001')
    if (owner !== 'C000105') await addDefaultReward(db, owner)
  }
  await insertCompany(db, { companyNo: 'C000199' })
  await addStore(db, companyNo, 'S002', { status: '0' })
})
afterAll(() => world.close())

let used = 0
function nextMember(): { readonly memberNo: string } {
  used += 1
  return { memberNo: world.members[used] as string }
}

async function call(name: string, content: Readonly<Record<string, unknown>>): Promise<PartnerAnswer> {
  return client.call(name, world.common(content))
}

/** Checks a refusal as domain 8 defines it: encrypted, with status, code and text, and nothing posted. */
async function expectRefusal(name: string, content: Readonly<Record<string, unknown>>, code: keyof typeof partnerCodes, about = '') {
  const before = await countTransactions()
  const { status, isSealed, body } = await call(name, content)
  const { status: wanted, text } = partnerCodes[code]
  expect([body.code, status, body.message, isSealed]).toEqual([code, wanted, text.replace('{}', about), true])
  expect(await countTransactions()).toBe(before)
}

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from point_transaction`.execute(world.server.app.db)
  return rows[0]?.count ?? -1
}

const setCompany = (owner: string, set: ReturnType<typeof sql>) =>
  sql`update company set ${set} where company_no = ${owner}`.execute(world.server.app.db)
const sale = (more: object = {}) => ({ member: { memberNo: world.members[0] }, amount: 1000, ...more })

describe('a field', () => {
  const wrongFields: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    ['points/issue', { amount: 1.5 }, 'amount'],
    ['points/issue', { amount: '1000' }, 'amount'],
    ['points/issue', { amount: 0 }, 'amount'],
    ['points/issue', { amount: undefined, member: undefined }, 'member、amount'],
    ['points/issue', { member: { memberNo: '1', mobile: '0912345678' } }, 'member'],
    ['points/issue', { member: {} }, 'member'],
    ['points/issue', { colour: 'red' }, 'colour'],
    ['points/issue', { externalTxnNo: 'x'.repeat(41) }, 'externalTxnNo'],
    ['points/issue', { businessAt: '2025-01-15T10:00:00' }, 'businessAt'],
    ['points/issue', { businessAt: '2025-02-30T10:00:00+08:00' }, 'businessAt'],
    ['points/issue', { pointPart: 1001 }, 'pointPart'],
    ['points/issue', { payments: [{ paymentType: '1', amount: 1001 }] }, 'payments'],
    ['points/issue', { retailStoreCode: undefined }, 'retailStoreCode'],
    ['points/issue_return', { member: undefined, amount: undefined, originalExternalTxnNo: 'A' }, 'returnAmount、returnPoints'],
  ]

  it.each(wrongFields)('a field of %s that is wrong is named: %j', async (name, changes, fields) => {
    await expectRefusal(name, sale(changes), 'E1010', fields)
  })
})

describe('where and when', () => {
  it('E1101: a company that is unknown, or that the platform does not serve', async () => {
    await expectRefusal('points/issue', sale({ companyNo: 'C009999' }), 'E1101')
    await expectRefusal('points/issue', sale({ companyNo: 'C000199' }), 'E1101')
    await expectRefusal('points/balance', { companyNo: 'C000199', member: sale().member }, 'E1101')
  })

  it('E1102: a contract that is not in force; a suspended company still takes returns, an ended one for 180 days', async () => {
    const sold = world.common(sale({ companyNo: 'C000102', member: nextMember() }))
    expect((await client.call('points/issue', sold)).body.code).toBe('0000')
    const back = { companyNo: 'C000102', originalExternalTxnNo: sold.externalTxnNo, returnAmount: 100 }
    for (const status of ['1', '2', '5']) {
      await setCompany('C000102', sql`contract_status = ${status}`)
      await expectRefusal('points/issue', sale({ companyNo: 'C000102' }), 'E1102')
      await expectRefusal('points/issue_return', back, 'E1102')
    }
    await setCompany('C000102', sql`contract_status = '4'`)
    await expectRefusal('points/redeem', sale({ companyNo: 'C000102', points: 1 }), 'E1102')
    expect((await call('points/issue_return', back)).body).toMatchObject({ code: '0000', clawedPoints: 1 })
    await setCompany('C000102', sql`contract_status = '9', terminate_date = date '2025-01-15' - 180`)
    await expectRefusal('points/issue', sale({ companyNo: 'C000102' }), 'E1102')
    expect((await call('points/issue_return', back)).body).toMatchObject({ code: '0000', clawedPoints: 1 })
    await setCompany('C000102', sql`terminate_date = date '2025-01-15' - 181`)
    await expectRefusal('points/issue_return', back, 'E1102')
    await setCompany('C000102', sql`contract_status = '3', contract_start_date = '2025-01-16'`)
    await expectRefusal('points/issue', sale({ companyNo: 'C000102' }), 'E1102')
  })

  it('E1102: the points of members are told as long as returns are taken, not to a company that is none any more or not yet', async () => {
    const asked = { companyNo: 'C000102', member: nextMember() }
    const ask = async () => (await client.call('points/balance', asked)).body.code
    await setCompany('C000102', sql`contract_start_date = '2025-01-01'`)
    expect(await ask()).toBe('0000')
    for (const status of ['1', '2', '5']) {
      await setCompany('C000102', sql`contract_status = ${status}, terminate_date = null`)
      expect([status, await ask()]).toEqual([status, 'E1102'])
    }
    await setCompany('C000102', sql`contract_status = '4'`)
    expect(await ask()).toBe('0000')
    await setCompany('C000102', sql`contract_status = '9', terminate_date = date '2025-01-15' - 180`)
    expect(await ask()).toBe('0000')
    await setCompany('C000102', sql`terminate_date = date '2025-01-15' - 181`)
    expect(await ask()).toBe('E1102')
    // What it sold itself is still told, because its books are closed later.
    const known = { companyNo: 'C000102', externalTxnNo: 'never-sold', kind: '10' }
    expect((await client.call('transactions/query', known)).body.code).toBe('E1008')
    await setCompany('C000102', sql`contract_status = '3', terminate_date = null`)
  })

  it('E1103: an outlet that is unknown, disabled, not open yet or closed', async () => {
    await expectRefusal('points/issue', sale({ retailStoreCode: 'S404' }), 'E1103')
    await expectRefusal('points/issue', sale({ retailStoreCode: 'S002' }), 'E1103')
    const { db } = world.server.app
    await addStore(db, companyNo, 'S003')
    for (const set of [sql`open_date = '2025-01-16'`, sql`open_date = '2020-01-01', close_date = '2025-01-14'`]) {
      await sql`update retail_store set ${set} where company_no = ${companyNo} and partner_store_code = 'S003'`.execute(db)
      await expectRefusal('points/issue', sale({ retailStoreCode: 'S003' }), 'E1103')
    }
    const sold = world.common(sale({ member: nextMember() }))
    await client.call('points/issue', sold)
    const back = { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 100 }
    expect((await call('points/issue_return', { ...back, retailStoreCode: 'S002' })).body.code).toBe('0000')
    await expectRefusal('points/issue_return', { ...back, retailStoreCode: 'S404' }, 'E1103')
  })

  it('E1104, E1105: a company that does not issue, or does not redeem', async () => {
    await setCompany('C000103', sql`allow_issue = false, allow_redeem = false`)
    await expectRefusal('points/issue', sale({ companyNo: 'C000103' }), 'E1104')
    await expectRefusal('points/redeem', sale({ companyNo: 'C000103', points: 1 }), 'E1105')
  })

  it('E1106: no reward setting on that day', async () => {
    await expectRefusal('points/issue', sale({ companyNo: 'C000105' }), 'E1106')
  })

  it('E1107: a prepaid company without stock', async () => {
    await expectRefusal('points/issue', sale({ companyNo: 'C000106' }), 'E1107')
  })

  it('E1016: more than 35 days back or 5 minutes ahead', async () => {
    await expectRefusal('points/issue', sale({ businessAt: '2024-12-10T23:59:59+08:00' }), 'E1016')
    await expectRefusal('points/issue', sale({ businessAt: '2025-01-15T10:05:01+08:00' }), 'E1016')
    for (const businessAt of ['2024-12-11T00:00:00+08:00', '2025-01-15T10:05:00+08:00']) {
      expect((await call('points/issue', sale({ businessAt, member: nextMember() }))).body.code).toBe('0000')
    }
  })
})

describe('the member', () => {
  it('E1201: is unknown', async () => {
    for (const member of [{ memberNo: '889999999999' }, { mobile: '0999999999' }, { cardNo: '99999999' }]) {
      await expectRefusal('points/issue', sale({ member }), 'E1201')
    }
    await expectRefusal('points/balance', { member: { memberNo: '889999999999' } }, 'E1201')
  })

  it('E1202: is frozen and redeems, or is closed', async () => {
    const { db } = world.server.app
    const member = nextMember()
    await call('points/issue', sale({ member }))
    const setStatus = (status: string) => sql`update member set status = ${status} where member_no = ${member.memberNo}`.execute(db)
    await setStatus('2')
    await expectRefusal('points/redeem', sale({ member, points: 5 }), 'E1202')
    expect((await call('points/issue', sale({ member }))).body.code).toBe('0000')
    await setStatus('3')
    await expectRefusal('points/issue', sale({ member }), 'E1202')
    await expectRefusal('members/bind_card', { member, cardNo: '12345678' }, 'E1202')
  })

  it('E1301, E1302, E1303: has too few points, or the company wants another number of them', async () => {
    const member = nextMember()
    await call('points/issue', sale({ member, amount: 50_000, companyNo: 'C000104' }))
    await setCompany('C000104', sql`min_redeem_points = 100, redeem_step = 50, max_redeem_ratio = 30`)
    const redeem = (points: number, amount = 2000) => ({ companyNo: 'C000104', member, points, amount })
    await expectRefusal('points/redeem', redeem(50), 'E1302')
    await expectRefusal('points/redeem', redeem(120), 'E1302')
    await expectRefusal('points/redeem', redeem(650), 'E1303')
    await expectRefusal('points/redeem', redeem(550, 10_000), 'E1301')
    expect((await call('points/redeem', redeem(500))).body).toMatchObject({ code: '0000', balance: 0 })
  })
})

describe('what came before', () => {
  it('E1304, E1305: an original that is unknown or of another company, or less than is returned', async () => {
    const sold = world.common(sale({ member: nextMember() }))
    await client.call('points/issue', sold)
    const back = (more: object) => ({ originalExternalTxnNo: sold.externalTxnNo, ...more })
    await expectRefusal('points/issue_return', { originalExternalTxnNo: 'none', returnAmount: 1 }, 'E1304')
    await expectRefusal('points/issue_return', back({ companyNo: 'C000108', returnAmount: 1 }), 'E1304')
    await expectRefusal('points/issue_return', back({ returnAmount: 1001 }), 'E1305')
    await expectRefusal('points/issue_return', back({ returnPoints: 11 }), 'E1305')
    // A sale cannot be returned as a redemption.
    await expectRefusal('points/redeem_return', back({ returnPoints: 1 }), 'E1304')
  })

  it('E1016: a return that is dated before what it takes back, beyond what the clocks of two tills may differ', async () => {
    const member = nextMember()
    const sold = world.common(sale({ member, businessAt: '2025-01-02T12:00:00+08:00' }))
    const spent = world.common({ member, points: 4, amount: 1000, businessAt: '2025-01-03T12:00:00+08:00' })
    await client.call('points/issue', sold)
    await client.call('points/redeem', spent)
    const goods = (businessAt: string) => ({ originalExternalTxnNo: sold.externalTxnNo, returnPoints: 1, businessAt })
    const points = (businessAt: string) => ({ originalExternalTxnNo: spent.externalTxnNo, returnPoints: 1, businessAt })
    // It would lie in the month before, whose statement knows nothing of the sale.
    await expectRefusal('points/issue_return', goods('2024-12-31T12:00:00+08:00'), 'E1016')
    await expectRefusal('points/issue_return', goods('2025-01-02T11:54:59+08:00'), 'E1016')
    await expectRefusal('points/redeem_return', points('2025-01-03T11:54:59+08:00'), 'E1016')
    expect((await call('points/issue_return', goods('2025-01-02T11:55:00+08:00'))).body.code).toBe('0000')
    expect((await call('points/redeem_return', points('2025-01-03T11:55:00+08:00'))).body.code).toBe('0000')
  })
})

describe('anomaly rules', () => {
  it('E1401: refuse, leave nothing posted, and remember the refusal', async () => {
    const { db, jobs } = world.server.app
    await sql`delete from warning_rule`.execute(db)
    await sql`
      insert into warning_rule (warning_rule_no, rule_code, scope, company_no, threshold_points, severity, action, is_enabled)
      values ('WR900001', 'R02', '2', 'C000107', 100, '3', '2', true)`.execute(db)
    world.setNow(new Date(world.now().getTime() + 10_000))
    const member = nextMember()
    expect((await call('points/issue', sale({ member, companyNo: 'C000107', amount: 10_000 }))).body.code).toBe('0000')
    await expectRefusal('points/issue', sale({ member, companyNo: 'C000107', amount: 10_100 }), 'E1401')
    world.setNow(new Date(world.now().getTime() + 10_000))
    await jobs.enqueue(db, 'anomaly.evaluate')
    await jobs.runDue()
    const { rows } = await sql`select rule_code, was_refused, member_no from warning_transaction`.execute(db)
    expect(rows).toEqual([{ ruleCode: 'R02', wasRefused: true, memberNo: member.memberNo }])
  })
})

describe('numbers of coupons, serials and cards', () => {
  it('E1501, E1601: nobody knows them', async () => {
    await expectRefusal('coupons/verify', { couponNo: 'NONE' }, 'E1501')
    await expectRefusal('coupons/use', { couponNo: 'NONE' }, 'E1501')
    await expectRefusal('coupons/cancel_use', { couponNo: 'NONE' }, 'E1501')
    await expectRefusal('serials/deposit', { member: nextMember(), serialNo: 'NONE', pin: '0000' }, 'E1601')
    expect((await call('cards/activate', { cardNo: 'NONE' })).body.code).toBe('E1601')
  })

  it('numbers of coupons, serials and cards are answered by whoever registers; what is found in them stays although the call is refused', async () => {
    const { app } = world.server
    app.partner.registerExamined(
      'serials/deposit',
      async (db, { body, address }) => {
        await sql`insert into installation_fact (name, value) values (${body.serialNo}, ${JSON.stringify(address)}::jsonb)`.execute(db)
        return '已作廢'
      },
      async (_trx, _call, about) => {
        throw new PartnerRefusal('E1602', { about })
      },
    )
    await expectRefusal('serials/deposit', { member: nextMember(), serialNo: 'SERIAL1', pin: '0000' }, 'E1602', '已作廢')
    const { rows } = await sql`select value from installation_fact where name = 'SERIAL1'`.execute(app.db)
    expect(rows).toEqual([{ value: '127.0.0.1' }])
  })
})

describe('a failure of ours', () => {
  it('E1900: says nothing of its cause, and the number may be used again', async () => {
    const { app } = world.server
    const content = world.common({ couponNo: 'NONE' })
    app.partner.register('coupons/use', async () => {
      throw new Error('the disk is on fire')
    })
    const { status, isSealed, body } = await client.call('coupons/use', content)
    expect([status, isSealed, body.code, body.message]).toEqual([503, true, 'E1900', '系統忙碌，處理結果未定，請以相同序號重送'])
    app.partner.register('coupons/use', async () => ({ fields: { status: '3' } }))
    expect((await client.call('coupons/use', content)).body).toMatchObject({ code: '0000', status: '3', replayed: false })
  })
})
