import { addDays, startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { PostingContext } from '../../domain/points/public.ts'
import { LedgerRefusal, ledger } from '../../domain/points/public.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { Random } from '../random.ts'
import type { DemoMember } from './seedMembers.ts'
import type { DemoShop, DemoStore } from './shops.ts'

export interface Sale {
  readonly member: DemoMember
  readonly shop: DemoShop
  readonly transactionId: number
  readonly amount: number
  readonly points: number
  readonly at: Date
}

export interface Redemption extends Sale {
  /** Points not given back yet. */
  readonly left: number
}

/** What the generator remembers of its postings, so that later ones are plausible. */
export interface DemoLedger {
  readonly trx: Trx
  readonly random: Random
  readonly sales: Sale[]
  readonly redemptions: Redemption[]
  readonly balances: Map<string, number>
  /** Dates on which the morning job may find expired lots. */
  readonly expiryDates: Set<string>
  /** Number of transactions by kind. */
  readonly counts: Map<string, number>
  numbers: number
}

export function createDemoLedger(trx: Trx, random: Random): DemoLedger {
  const [sales, redemptions] = [[], []]
  return { trx, random, sales, redemptions, balances: new Map(), expiryDates: new Set(), counts: new Map(), numbers: 0 }
}

/** @param kind code of TxnKind */
export function countPosting(demo: DemoLedger, kind: string): void {
  demo.counts.set(kind, (demo.counts.get(kind) ?? 0) + 1)
}

/** Context of a posting from a till. The source number is unique per platform, and the business time is shortly before the posting. */
function tillContext(demo: DemoLedger, shop: DemoShop, store: DemoStore, at: Date): PostingContext & { companyNo: string } {
  demo.numbers += 1
  const externalTxnNo = `${store.retailStoreNo.slice(1)}D${String(demo.numbers).padStart(8, '0')}`
  return {
    now: new Date(at.getTime() + 2000 + (demo.numbers % 37) * 1000),
    businessAt: at,
    source: { platformNo: shop.platformNo, externalTxnNo, requestHash: `demo${demo.numbers}` },
    companyNo: shop.companyNo,
    retailStoreNo: store.retailStoreNo,
    createdBy: shop.platformNo,
  }
}

interface DeskContextInput {
  readonly work: string
  readonly workId: string
  readonly createdBy: string
  readonly companyNo?: string | null | undefined
}

/** Context of a posting from a desk: work of our own platform, identified by the work. */
export function deskContext(at: Date, { work, workId, createdBy, companyNo = null }: DeskContextInput): PostingContext {
  return { now: at, businessAt: at, source: { work, workId }, companyNo, retailStoreNo: null, createdBy }
}

/** Picks an outlet of the shop that is open on the day of `at`. */
function pickStore(demo: DemoLedger, shop: DemoShop, at: Date): DemoStore {
  const date = taipeiDate(at)
  return demo.random.pick(shop.stores.filter((store) => store.closedOn === null || date < store.closedOn))
}

/** Runs a posting. Returns false when the ledger refuses it. */
export async function attempt(post: () => Promise<void>): Promise<boolean> {
  try {
    await post()
    return true
  } catch (error) {
    if (error instanceof LedgerRefusal) return false
    throw error
  }
}

/** For postings that the data relies on. @throws Error when the ledger has refused it */
export async function mustSucceed(outcome: Promise<boolean>): Promise<void> {
  if (!(await outcome)) throw new Error('a posting on which the demo data relies was refused')
}

interface SellInput {
  readonly member: DemoMember
  readonly shop: DemoShop
  readonly amount: number
  readonly at: Date
  readonly payment?: SalePayment | undefined
}

/** Posts a sale. Some are paid by a bank's co-branded card. */
export async function sell(demo: DemoLedger, { member, shop, amount, at, payment = cash }: SellInput): Promise<void> {
  const store = pickStore(demo, shop, at)
  const { paymentType, cardNo, extra } = payment
  const result = await ledger.issue(demo.trx, {
    context: tillContext(demo, shop, store, at),
    memberNo: member.memberNo,
    amount,
    rule: { ...shop.rule, extra },
    detail: { paymentType, cardNo, rewardPointId: shop.rewardPointId, payableAmount: amount },
  })
  if (!result.posted) return
  countPosting(demo, '10')
  demo.balances.set(member.memberNo, result.balance)
  if (result.expireDate) demo.expiryDates.add(addDays(result.expireDate, 1))
  demo.sales.push({ member, shop, transactionId: result.posted.transactionId, amount, points: result.issuedPoints, at })
}

export interface SalePayment {
  readonly paymentType: string
  readonly cardNo: string | null
  readonly extra: DemoShop['rule']['extra']
}

export const cash: SalePayment = { paymentType: '1', cardNo: null, extra: null }

interface RedeemInput {
  readonly member: DemoMember
  readonly shop: DemoShop
  readonly points: number
  readonly at: Date
}

/** Posts a redemption. */
export function redeem(demo: DemoLedger, { member, shop, points, at }: RedeemInput): Promise<boolean> {
  const { maxRedeemRatio } = shop.redeemRules
  const amount = Math.ceil((points * 100) / maxRedeemRatio) + demo.random.integer(0, shop.medianAmount)
  return attempt(async () => {
    const context = tillContext(demo, shop, pickStore(demo, shop, at), at)
    const result = await ledger.redeem(demo.trx, { context, memberNo: member.memberNo, points, amount, rules: shop.redeemRules })
    countPosting(demo, '20')
    demo.balances.set(member.memberNo, result.balance)
    demo.redemptions.push({ member, shop, transactionId: result.posted.transactionId, amount, points, at, left: points })
  })
}

const limit = { limitPoints: 1000, overLimitAction: '1' } as const

export type Part = { readonly kind: 'amount'; readonly amount: number } | { readonly kind: 'points'; readonly points: number }

interface ReturnSaleInput {
  readonly sale: Sale
  readonly request: Part
  readonly at: Date
  readonly limitPoints?: number | undefined
}

/** Posts a return of goods. `limitPoints`: how many points the member may owe. */
export function returnSale(demo: DemoLedger, { sale, request, at, limitPoints = limit.limitPoints }: ReturnSaleInput): Promise<boolean> {
  return attempt(async () => {
    const result = await ledger.issueReturn(demo.trx, {
      context: tillContext(demo, sale.shop, pickStore(demo, sale.shop, at), at),
      original: { transactionId: sale.transactionId },
      request,
      limit: { ...limit, limitPoints },
      acceptPartial: limitPoints !== limit.limitPoints,
    })
    if (result.posted) countPosting(demo, '30')
    demo.balances.set(sale.member.memberNo, result.balance)
  })
}

const graceDays = 30

/** Posts a return of a redemption, in whole or in part. */
export function giveBack(demo: DemoLedger, redemption: Redemption, points: number, at: Date): Promise<boolean> {
  return attempt(async () => {
    const context = tillContext(demo, redemption.shop, pickStore(demo, redemption.shop, at), at)
    const result = await ledger.redeemReturn(demo.trx, {
      context,
      original: { transactionId: redemption.transactionId },
      points,
      graceDays,
    })
    countPosting(demo, '31')
    demo.balances.set(redemption.member.memberNo, result.balance)
    demo.redemptions[demo.redemptions.indexOf(redemption)] = { ...redemption, left: redemption.left - points }
  })
}

/**
 * Runs the nightly expiry for members whose lots may have expired. It runs at midnight, so that the last day of the data is complete
 * without extra hours.
 */
export async function expireLots(demo: DemoLedger, date: string): Promise<void> {
  const now = startOfTaipeiDate(date)
  await ledger.stored(demo.trx)
  const holders = await demo.trx
    .selectFrom('pointLot')
    .innerJoin('pointAccount', 'pointAccount.id', 'pointLot.accountId')
    .select(['pointAccount.class', 'pointAccount.ownerId'])
    .distinct()
    .where('pointLot.remainingPoints', '>', 0)
    .where('pointLot.expireDate', '<', date)
    .orderBy('pointAccount.class')
    .orderBy('pointAccount.ownerId')
    .execute()
  for (const { class: accountClass, ownerId } of holders) {
    await ledger.expireHolder(demo.trx, { class: accountClass as 'MEMBER' | 'CORP', ownerId }, now)
    countPosting(demo, '50')
  }
}
