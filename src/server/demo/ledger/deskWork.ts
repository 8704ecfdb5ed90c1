import { addDays } from '../../../rules/dates.ts'
import { ledger } from '../../domain/points/public.ts'
import { attempt, countPosting, type DemoLedger, deskContext } from './demoLedger.ts'
import { type Happening, instantOf } from './schedule.ts'
import type { DemoMember } from './seedMembers.ts'
import type { DemoShop } from './shops.ts'

/** Office hour of desk work, in seconds of the day. */
const office = 10 * 3600
const partner = 'C000900'
const partnerUnitPrice = 0.9

/** Converts points from or to the partner's own programme (kinds 80, 81). */
export function convert(demo: DemoLedger, member: DemoMember, isOut: boolean, at: Date): Promise<boolean> {
  demo.numbers += 1
  const externalTxnNo = `CV${String(demo.numbers).padStart(10, '0')}`
  const context = {
    now: at,
    businessAt: at,
    source: { platformNo: 'P0003', externalTxnNo, requestHash: `demo${demo.numbers}` },
    companyNo: partner,
    retailStoreNo: null,
    createdBy: 'P0003',
  }
  const points = isOut ? 100 : demo.random.integer(1, 8) * 50
  const { memberNo } = member
  const expireDate = `${Number(at.toISOString().slice(0, 4)) + 1}-12-31`
  return attempt(async () => {
    const result = isOut
      ? await ledger.convertOut(demo.trx, { context, memberNo, points, unitPrice: partnerUnitPrice })
      : await ledger.convertIn(demo.trx, { context, memberNo, points, unitPrice: partnerUnitPrice, expireDate })
    demo.balances.set(memberNo, result.balance)
    countPosting(demo, isOut ? '81' : '80')
  })
}

interface AdjustInput {
  readonly member: DemoMember
  readonly shop: DemoShop
  readonly isDeduction: boolean
  readonly at: Date
}

/** Corrects a member's points (kinds 40, 41), at the cost of a company or of the platform. */
export function adjust(demo: DemoLedger, { member, shop, isDeduction, at }: AdjustInput): Promise<boolean> {
  demo.numbers += 1
  const costBearer = { companyNo: demo.random.next() < 0.5 ? shop.companyNo : null }
  const context = {
    ...deskContext(at, { work: 'ADJUST', workId: `demo:${demo.numbers}`, createdBy: 'ops01', companyNo: costBearer.companyNo }),
    remark: isDeduction ? '重複贈點更正' : '漏登點數補登',
  }
  const holder = { memberNo: member.memberNo }
  const points = demo.random.integer(1, 10) * 5
  const expireDate = addDays(at.toISOString().slice(0, 10), 365)
  return attempt(async () => {
    const result = isDeduction
      ? await ledger.adjustDeduct(demo.trx, { context, holder, points, costBearer, limitPoints: 0 })
      : await ledger.adjustAdd(demo.trx, { context, holder, points, costBearer, expireDate })
    demo.balances.set(member.memberNo, result.balance)
    countPosting(demo, isDeduction ? '41' : '40')
  })
}

/** Corrects accounts of companies (kind 42): points that a till billed by mistake, points that a till did not redeem. */
export function companyCorrections(demo: DemoLedger, shops: readonly DemoShop[], asOf: string): readonly Happening[] {
  const corrections = [
    { shop: shops[0], account: 'AWARD', points: -300, daysAgo: 130, remark: '門市漏傳贈點，帳務補登' },
    { shop: shops[1], account: 'DEDUCT', points: 120, daysAgo: 75, remark: '兌點金額短計，帳務更正' },
    { shop: shops[2], account: 'AWARD', points: 80, daysAgo: 33, remark: '重複請款，帳務沖回' },
  ] as const
  return corrections.flatMap(({ shop, account, points, daysAgo, remark }, index) => {
    if (!shop) return []
    const { companyNo } = shop
    const run = async (at: Date) => {
      const context = {
        ...deskContext(at, { work: 'ADJUST', workId: `demo:company:${index}`, createdBy: 'fin01', companyNo }),
        companyNo,
        remark,
      }
      await ledger.adjustCompany(demo.trx, { context, account, points })
      countPosting(demo, '42')
    }
    return [{ at: instantOf(addDays(asOf, -daysAgo), office), run }]
  })
}

/** Gives points to corporate members as their contracts promise (kind 40), so that something can be exchanged in the portal. */
export function corporateGifts(demo: DemoLedger, corporateNos: readonly string[], asOf: string): readonly Happening[] {
  return corporateNos.map((corporateNo, index) => ({
    at: instantOf(addDays(asOf, -60 + index * 12), office),
    run: async (at) => {
      const context = {
        ...deskContext(at, { work: 'ADJUST', workId: `demo:corporate:${index}`, createdBy: 'ops02' }),
        remark: '企業會員簽約贈點',
      }
      const expireDate = addDays(asOf, 300)
      const points = 20_000 - index * 4_000
      await ledger.adjustAdd(demo.trx, { context, holder: { corporateNo }, points, costBearer: { companyNo: null }, expireDate })
      countPosting(demo, '40')
    },
  }))
}
