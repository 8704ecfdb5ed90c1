import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { type PartnerCode, partnerCodes } from '../../src/server/domain/partner/catalog/codes.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { deriveSerialKeys } from '../../src/server/domain/serial/serialKeys.ts'
import { insertCorporateMember, makeUsableSerials } from '../../src/server/domain/serial/testing.ts'
import { type PartnerAnswer, PartnerClient, type RequestChanges } from '../support/partnerClient.ts'
import { addDefaultReward, addPlatform, addStore, allApis, injectInto, type PlatformOptions } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { clearNumbers, productNo, renumberCoupons } from './exchangeWorld.ts'
import { signIn } from './identitySession.ts'

const [open, suspended, closedToPoints, unpriced, prepaid, strict] = [
  'C000901',
  'C000902',
  'C000903',
  'C000904',
  'C000905',
  'C000906',
] as const
const companies = [open, suspended, closedToPoints, unpriced, prepaid, strict]
const bookshop = 'C000104'

let server: TestServer
let client: PartnerClient
let calls = 0

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  await renumberCoupons(server)
  const { db } = server.app
  for (const companyNo of companies) {
    await insertCompany(db, { companyNo, settlementMode: companyNo === prepaid ? '2' : '1' })
    await addStore(db, companyNo, 'S001')
    if (companyNo !== unpriced) await addDefaultReward(db, companyNo)
  }
  await sql`update company set contract_status = '4' where company_no = ${suspended}`.execute(db)
  await sql`update company set allow_issue = false, allow_redeem = false where company_no = ${closedToPoints}`.execute(db)
  await sql`update company set min_redeem_points = 100, max_redeem_ratio = 10 where company_no = ${strict}`.execute(db)
  // Risk control refuses large sales of one company.
  await sql`
    insert into warning_rule (warning_rule_no, rule_code, scope, company_no, threshold_points, severity, action, is_enabled)
    values ('WR990001', 'R02', '2', ${strict}, 500, '3', '2', true)`.execute(db)
  client = await connect()
}, 300_000)
afterAll(() => server.close())

async function connect(options: PlatformOptions = {}): Promise<PartnerClient> {
  const { db, secrets } = server.app
  const account = await addPlatform(db, secrets.fieldEncryption, new Date(), { companyNos: [...companies, bookshop], ...options })
  return new PartnerClient(account, injectInto(server), () => new Date())
}

const nextNumber = () => {
  calls += 1
  return `CODE${calls}`
}

/** A call with the fields that all calls need. */
function call(name: string, content: object, changes: RequestChanges = {}): Promise<PartnerAnswer> {
  const place = { companyNo: open, retailStoreCode: 'S001', externalTxnNo: nextNumber(), businessAt: new Date().toISOString() }
  return client.call(name, { ...place, ...content }, changes)
}

const echo = (changes: RequestChanges = {}, by = client) => by.call('echo', { message: 'x' }, changes)

/** A new member with points. */
async function memberWith(points: number): Promise<{ readonly memberNo: string }> {
  const mobile = `0977${String(calls).padStart(6, '0')}`
  const { body } = await call('members/register', { retailStoreCode: undefined, mobile, name: '林小美', consentVersion: '1' })
  const member = { memberNo: String(body.memberNo) }
  if (points > 0) await call('points/issue', { member, amount: points * 100 })
  return member
}

const sale = async (content: object = {}) => call('points/issue', { member: await memberWith(0), amount: 1000, ...content })

async function soldAndReturned(returned: object): Promise<PartnerAnswer> {
  const externalTxnNo = nextNumber()
  await sale({ externalTxnNo })
  return call('points/issue_return', { retailStoreCode: undefined, originalExternalTxnNo: externalTxnNo, ...returned })
}

/** Returns goods whose points are spent, for a member who may have no debt. */
async function spentAndReturned(): Promise<PartnerAnswer> {
  await sql`
    insert into negative_restriction (restriction_no, scope, company_no, limit_points, over_limit_action, start_date, end_date, status)
    values ('NR2020990001', '2', ${open}, 0, '1', '2020-01-01', '2099-12-31', '3')`.execute(server.database.db)
  const externalTxnNo = nextNumber()
  const member = await memberWith(0)
  await sale({ externalTxnNo, member })
  await call('points/redeem', { member, amount: 10, points: 10 })
  const answer = await call('points/issue_return', { originalExternalTxnNo: externalTxnNo, returnAmount: 1000 })
  expect(answer.body.shortagePoints).toBe(10)
  return answer
}

/** A coupon of the bookshop that was given out. */
async function couponAt(storeIndex: number): Promise<{ couponNo: string; companyNo: string; retailStoreCode: string }> {
  const { db } = server.database
  const { id } = await db
    .selectFrom('coupon')
    .select('id')
    .where('couponBatchNo', '=', await productNo(server, '圖書禮券'))
    .where('status', '=', '2')
    .orderBy('serialNo', 'desc')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ code: string }>`
    select partner_store_code as code from retail_store where company_no = ${bookshop} and status = '1' order by retail_store_no`.execute(
    db,
  )
  return { couponNo: (await clearNumbers(server)).get(id) ?? '', companyNo: bookshop, retailStoreCode: rows[storeIndex]?.code ?? '' }
}

async function usedSerial(): Promise<PartnerAnswer> {
  const { db, secrets } = server.app
  await insertCorporateMember(db, 'E990001', '00099992')
  const dates = { validFrom: '2020-01-01', validTo: '2099-12-31' }
  const batch = { settlementNo: 'SB2020019001', corporateNo: 'E990001', points: 50, quantity: 1, ...dates }
  const [serial] = await makeUsableSerials(db, deriveSerialKeys(secrets), batch, new Date())
  const content = { ...serial, member: await memberWith(0) }
  await call('serials/deposit', content)
  return call('serials/deposit', content)
}

async function madeCard(): Promise<PartnerAnswer> {
  const operator = await signIn(server, 'ops01')
  const base = '/api/corporate/coupon_card'
  const made = await operator.post(`${base}/make`, { points: 200, quantity: 1, validMonths: 12, cardVendor: '測試製卡' })
  const { cardBatchNo } = made.json<{ cardBatchNo: string }>()
  const [card] = (await operator.get(`${base}/0/1?cardBatchNo=${cardBatchNo}`)).json<{ rows: { cardNo: string }[] }>().rows
  return call('cards/activate', { cardNo: card?.cardNo })
}

async function convert(partnerPoints: number): Promise<PartnerAnswer> {
  await sql`
    insert into point_exchange (point_exchange_no, company_no, direction, partner_point_name, partner_points, platform_points, min_points,
      step_points, unit_price, start_date, end_date, status)
    values ('PE909001', ${open}, '1', '里程', 10, 1, 10, 10, 1, '2020-01-01', '2099-12-31', '3') on conflict do nothing`.execute(
    server.database.db,
  )
  return call('points/convert', { member: await memberWith(0), direction: '1', partnerPoints, partnerTxnNo: 'P1' })
}

/** Each code, by the call that gives it. */
const provoke: Readonly<Record<PartnerCode, () => Promise<PartnerAnswer>>> = {
  '0000': () => echo(),
  E1001: () => echo({ platformNo: 'P0000' }),
  E1002: () => echo({ signature: '0'.repeat(64) }),
  E1003: () => echo({ timestamp: String(Math.floor(Date.now() / 1000) - 400) }),
  E1004: async () => {
    await echo({ nonce: 'abcdef012345abcdef012345' })
    return echo({ nonce: 'abcdef012345abcdef012345' })
  },
  E1005: async () => echo({}, await connect({ ipWhitelist: ['203.0.113.7'] })),
  E1006: async () => (await connect({ allowedApis: allApis.filter((api) => api !== 'balance') })).call('points/balance', {}),
  E1007: async () => {
    const limited = await connect({ rateLimitPerMinute: 1 })
    // A minute may end between two calls, but not between three.
    const answers = [await echo({}, limited), await echo({}, limited), await echo({}, limited)]
    return answers.find((answer) => answer.status !== 200) ?? (answers[2] as PartnerAnswer)
  },
  E1008: () => call('transactions/query', { retailStoreCode: undefined, externalTxnNo: 'NONE', kind: '10' }),
  E1009: () => echo({ cipherKey: Buffer.alloc(32) }),
  E1010: () => sale({ amount: '1000' }),
  E1016: () => sale({ businessAt: '2020-01-01T00:00:00+08:00' }),
  E1021: () => convert(15),
  E1101: () => sale({ companyNo: 'C000101' }),
  E1102: () => sale({ companyNo: suspended }),
  E1103: () => sale({ retailStoreCode: 'S404' }),
  E1104: () => sale({ companyNo: closedToPoints }),
  E1105: async () => call('points/redeem', { companyNo: closedToPoints, member: await memberWith(0), amount: 10, points: 1 }),
  E1106: () => sale({ companyNo: unpriced }),
  E1107: () => sale({ companyNo: prepaid }),
  E1201: () => sale({ member: { mobile: '0900000000' } }),
  E1202: async () => {
    const member = await memberWith(10)
    await sql`update member set status = '2' where member_no = ${member.memberNo}`.execute(server.database.db)
    return call('points/redeem', { member, amount: 10, points: 1 })
  },
  E1301: async () => call('points/redeem', { member: await memberWith(5), amount: 10, points: 6 }),
  E1302: async () => call('points/redeem', { companyNo: strict, member: await memberWith(200), amount: 10_000, points: 99 }),
  E1303: async () => call('points/redeem', { companyNo: strict, member: await memberWith(200), amount: 1000, points: 101 }),
  E1304: () => call('points/issue_return', { retailStoreCode: undefined, originalExternalTxnNo: 'NONE', returnAmount: 1 }),
  E1305: () => soldAndReturned({ returnAmount: 1001 }),
  E1310: spentAndReturned,
  E1401: () => sale({ companyNo: strict, amount: 100_000 }),
  E1409: async () => {
    const externalTxnNo = nextNumber()
    await sale({ externalTxnNo })
    return sale({ externalTxnNo, amount: 2000 })
  },
  E1501: () => call('coupons/verify', { couponNo: 'NONE' }),
  E1502: async () => {
    const coupon = await couponAt(0)
    await call('coupons/use', coupon)
    return call('coupons/use', coupon)
  },
  E1503: async () => call('coupons/use', await couponAt(3)),
  E1601: async () => call('serials/deposit', { member: await memberWith(0), serialNo: 'NONE', pin: '000000' }),
  E1602: usedSerial,
  E1603: madeCard,
  E1900: async () => {
    server.app.partner.register('reconcile', async () => {
      throw new Error('the disk is on fire')
    })
    return call('reconcile', { date: taipeiDate(new Date()), kinds: [] })
  },
}

/** Refused before decryption, so answered in clear, with only code and text. */
const inClear: ReadonlySet<string> = new Set(['E1001', 'E1002', 'E1003', 'E1004', 'E1005', 'E1007', 'E1009'])

describe('each code of the API', () => {
  it('each code of the API has a case here', () => {
    expect(Object.keys(provoke).sort()).toEqual(Object.keys(partnerCodes).sort())
  })

  it.each(Object.entries(provoke))('%s is answered with its status and text', async (code, cause) => {
    const { status, text } = partnerCodes[code as PartnerCode]
    const answer = await cause()
    expect([answer.body.code, answer.status, answer.isSealed]).toEqual([code, status, !inClear.has(code)])
    const [before = '', after = ''] = text.split('{}')
    expect(answer.body.message.startsWith(before) && answer.body.message.endsWith(after)).toBe(true)
    expect(answer.body.message).not.toContain('（）')
    if (inClear.has(code)) expect(Object.keys(answer.body)).toEqual(['code', 'message'])
  })
})
