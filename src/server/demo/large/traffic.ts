import { setImmediate as nextTurn } from 'node:timers/promises'
import { txnKind } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import type { AccountRef, PostingContext, SaleRule } from '../../domain/points/public.ts'
import {
  costEntry,
  entryDefaults,
  LedgerRefusal,
  type PostingPlan,
  planAdjustCompany,
  planAdjustDeduct,
  planCredit,
  planExpire,
  planIssue,
  planIssueReturn,
  planRestore,
  planSpend,
  planTransfer,
  planWriteOff,
  type SourceEntry,
} from '../../domain/points/public.ts'
import { pickAmount, pickSecond } from '../ledger/calendar.ts'
import { instantOf } from '../ledger/schedule.ts'
import type { DemoShop } from '../ledger/shops.ts'
import type { Random } from '../random.ts'
import type { LiveLot, MemoryLedger } from './memoryLedger.ts'

interface LargeSale {
  readonly memberNo: string
  readonly shop: DemoShop
  readonly rule: SaleRule
  readonly transactionId: number
  readonly amount: number
  returnedAmount: number
  readonly points: number
  readonly entries: (Omit<SourceEntry, 'returnedPoints'> & { returnedPoints: number })[]
  readonly lots: readonly LiveLot[]
  readonly date: string
}

interface LargeRedemption {
  readonly memberNo: string
  readonly shop: DemoShop
  readonly transactionId: number
  readonly points: number
  readonly unitPrice: number
  readonly lots: readonly { lot: LiveLot; points: number }[]
  readonly date: string
}

export interface LargeMarket {
  readonly ledger: MemoryLedger
  readonly random: Random
  readonly memberNos: readonly string[]
  readonly shops: readonly DemoShop[]
  readonly payers: readonly string[]
}

/**
 * Cumulated shares of the transactions (domain 10) in percent: sales 68, redemptions 18, returns 4 and 1, conversions 3, corrections 1 and
 * 1.
 */
const shares = [
  { below: 0.7085, deed: 'sell' },
  { below: 0.896, deed: 'redeem' },
  { below: 0.9375, deed: 'returnSale' },
  { below: 0.948, deed: 'giveBack' },
  { below: 0.98, deed: 'convert' },
  { below: 0.99, deed: 'adjust' },
  { below: 1, deed: 'correct' },
] as const

/** Days within which goods and redemptions are returned. */
const returnDays = 28
const limitPoints = 500
/** Attempts to find a member who can do a deed. */
const tries = 12
/** Deeds between two looks at what else there is to do. */
const deedsAtATime = 50
/** Domain 10: limit on the number of debts. */
const debtsMax = 1200
const stock = { low: 200_000, purchase: 2_000_000 } as const

/** Generates the transactions of the large set, day by day. */
export class Traffic {
  readonly #market: LargeMarket
  readonly #expiries = new Map<string, Set<string>>()
  #sales: LargeSale[] = []
  #redemptions: LargeRedemption[] = []
  #number = 0

  constructor(market: LargeMarket) {
    this.#market = market
  }

  /**
   * Expires points at 00:30, then generates the other transactions of the day.
   *
   * @param share number of transactions that the day should add
   * @param wanted total number of transactions at the end of the day. Expiries cannot be planned; days with many of them are compensated by
   * fewer other transactions on later days, but no day gets less than half its share.
   */
  async runDay(date: string, share: number, wanted: number): Promise<void> {
    const { random, ledger } = this.#market
    this.#expire(date)
    const transactions = Math.max(Math.ceil(share / 2), wanted - ledger.posted)
    const oldest = addDays(date, -returnDays)
    this.#sales = this.#sales.filter((sale) => sale.date >= oldest)
    this.#redemptions = this.#redemptions.filter((each) => each.date >= oldest)
    const seconds = Array.from({ length: transactions }, () => pickSecond(random, 10, 22)).sort((one, other) => one - other)
    for (const [index, second] of seconds.entries()) {
      // The batch before is sent to the database meanwhile, piece by piece: it would wait for the whole day.
      if (index % deedsAtATime === 0) await nextTurn()
      const chance = random.next()
      const deed = shares.find((each) => chance < each.below)?.deed ?? 'sell'
      this.#untilPosted(() => this[deed](date, instantOf(date, second)))
    }
  }

  /**
   * Repeats a deed with another member or shop when nothing was posted (a closed shop, a member without points), so that the shares hold.
   */
  #untilPosted(deed: () => void): void {
    const { ledger } = this.#market
    const before = ledger.posted
    for (let trial = 0; trial < tries && ledger.posted === before; trial += 1) {
      try {
        deed()
      } catch (error) {
        // A refusal by the ledger is expected; the next attempt follows.
        if (!(error instanceof LedgerRefusal)) throw error
      }
    }
  }

  #till(shop: DemoShop, at: Date): PostingContext & { companyNo: string } {
    this.#number += 1
    const date = taipeiDate(at)
    const open = shop.stores.filter((store) => store.closedOn === null || date < store.closedOn)
    const { retailStoreNo } = this.#market.random.pick(open.length > 0 ? open : shop.stores)
    const externalTxnNo = `L${String(this.#number).padStart(10, '0')}`
    const source = { platformNo: shop.platformNo, externalTxnNo, requestHash: externalTxnNo }
    return { now: at, businessAt: at, source, companyNo: shop.companyNo, retailStoreNo, createdBy: shop.platformNo }
  }

  #desk(work: string, at: Date, companyNo: string | null): PostingContext {
    this.#number += 1
    const source = { work, workId: `large:${this.#number}` }
    return { now: at, businessAt: at, source, companyNo, retailStoreNo: null, createdBy: 'ops01' }
  }

  #shopOn(date: string): DemoShop | undefined {
    const { shops, random } = this.#market
    const shop = shops[Math.floor(shops.length * random.next() ** 1.5)]
    return shop && shop.from <= date && date <= shop.to ? shop : undefined
  }

  #anyMember(): string {
    const { memberNos, random } = this.#market
    return memberNos[Math.floor(memberNos.length * random.next() ** 1.6)] as string
  }

  /** A member who bought within the last weeks and therefore has points. */
  #recentBuyer(): string | undefined {
    return this.#sales.length > 0 ? this.#market.random.pick(this.#sales).memberNo : undefined
  }

  sell(date: string, at: Date): void {
    const { ledger, random } = this.#market
    const shop = this.#shopOn(date)
    if (!shop) return
    const memberNo = this.#anyMember()
    const terms = ledger.termsOf(shop.companyNo)
    const amount = Math.max(shop.amountPerPoint, pickAmount(random, shop.medianAmount))
    const rule: SaleRule = { ...shop.rule, extra: this.#extra(), extraRoom: null }
    const awarder = { companyNo: shop.companyNo, isPrepaid: shop.isPrepaid, apUnitPrice: terms.apUnitPrice }
    const plan = planIssue(ledger.holder(memberOf(memberNo)), { kind: txnKind.issue, awarder, rule, amount, businessDate: date })
    if (!plan) return
    if (shop.isPrepaid) this.#stockUp(shop, plan.issuedPoints, at)
    const detail = {
      memberNo,
      amount,
      payableAmount: amount,
      paymentType: rule.extra ? '3' : random.pick(['1', '2', '5']),
      rewardPointId: shop.rewardPointId,
      ruleSnapshot: rule,
    }
    const { transactionId, lots } = ledger.post(plan, this.#till(shop, at), detail)
    for (const lot of lots) this.#noteExpiry(lot.expireDate, memberNo)
    const entries = plan.entries
      .slice(1)
      .map((entry, index) => ({ ...entry, entryId: transactionId + index + 2, points: -entry.points, returnedPoints: 0 }))
    this.#sales.push({ memberNo, shop, rule, transactionId, amount, returnedAmount: 0, points: plan.issuedPoints, entries, lots, date })
  }

  #extra(): SaleRule['extra'] {
    const { random, payers } = this.#market
    if (payers.length === 0 || random.next() >= 0.1) return null
    const payerCompanyNo = random.pick(payers)
    const split = { extraRatio: 50, payerShareRatio: 60, monthlyCapPoints: null, eligibleAmount: null, unitPrice: 0.95 } as const
    return { extraRatioNo: 'XR0001', payerCompanyNo, baseBearer: 'company', ...split }
  }

  #stockUp(shop: DemoShop, points: number, at: Date): void {
    const { ledger } = this.#market
    if (ledger.balanceOf({ class: 'PREPAID', ownerId: shop.companyNo }) - points >= stock.low) return
    const plan = planTransfer({ kind: 'centerSale', companyNo: shop.companyNo }, stock.purchase)
    ledger.post(plan, this.#desk('CENTER_SALE', at, shop.companyNo), {})
  }

  redeem(date: string, at: Date): void {
    const { ledger, random } = this.#market
    const shop = this.#shopOn(date)
    const memberNo = this.#recentBuyer()
    if (!shop || !memberNo) return
    const { minRedeemPoints, redeemStep, maxRedeemRatio } = shop.redeemRules
    const balance = ledger.balanceOf(memberOf(memberNo))
    const points = Math.max(minRedeemPoints, Math.floor((balance * random.integer(30, 90)) / 100 / redeemStep) * redeemStep)
    if (points > balance || points % redeemStep !== 0) return
    const { dpUnitPrice: unitPrice } = ledger.termsOf(shop.companyNo)
    const sink = {
      ...entryDefaults,
      account: { class: 'DEDUCT', ownerId: shop.companyNo } as const,
      points,
      companyNo: shop.companyNo,
      unitPrice,
    }
    const holder = ledger.holder(memberOf(memberNo))
    const plan = planSpend(txnKind.redeem, holder, sink, date)
    const amount = Math.ceil((points * 100) / maxRedeemRatio)
    const { transactionId } = ledger.post(plan, this.#till(shop, at), { memberNo, amount })
    this.#redemptions.push({
      memberNo,
      shop,
      transactionId,
      points,
      unitPrice,
      lots: takenLots(plan, holder.lots as readonly LiveLot[]),
      date,
    })
  }

  returnSale(_date: string, at: Date): void {
    const { ledger, random } = this.#market
    if (this.#sales.length === 0) return
    const sale = random.pick(this.#sales)
    if (sale.returnedAmount > 0) return
    if (ledger.debts >= debtsMax && ledger.balanceOf(memberOf(sale.memberNo)) < sale.points) return
    const amount = random.next() < 0.6 ? sale.amount : Math.max(1, Math.floor(sale.amount / 3))
    const original = { ...sale, memberEntryId: sale.transactionId + 1 }
    const limit = { limitPoints, overLimitAction: '1' } as const
    const request = { kind: 'amount', amount } as const
    const { companyNo } = sale.shop
    const { posting } = planIssueReturn(ledger.holder(memberOf(sale.memberNo)), {
      original,
      request,
      limit,
      acceptPartial: false,
      companyNo,
    })
    if (!posting) return
    ledger.revived = new Map(sale.lots.map((lot) => [lot.key.id, lot]))
    const detail = { memberNo: sale.memberNo, originalTransactionId: sale.transactionId, amount }
    const { transactionId } = ledger.post(posting, this.#till(sale.shop, at), detail)
    ledger.noteReturn(sale.transactionId, transactionId, amount, at)
    sale.returnedAmount += amount
    for (const entry of posting.entries) {
      const same = sale.entries.find((each) => each.entryId === entry.originalEntryId)
      if (same) same.returnedPoints += entry.points
    }
  }

  giveBack(date: string, at: Date): void {
    const { ledger, random } = this.#market
    if (this.#redemptions.length === 0) return
    const [redemption] = this.#redemptions.splice(random.integer(0, this.#redemptions.length - 1), 1)
    if (!redemption) return
    const { shop, memberNo, points, unitPrice, transactionId } = redemption
    const account = { class: 'DEDUCT', ownerId: shop.companyNo } as const
    const sink = { entryId: transactionId + 2, account, companyNo: shop.companyNo, unitPrice, openPoints: points }
    const lots = redemption.lots.map(({ lot, points: openPoints }) => ({ ...lot, openPoints }))
    const request = { points, today: date, graceDays: 30 }
    const plan = planRestore(
      txnKind.redeemReturn,
      ledger.holder(memberOf(memberNo)),
      { holderEntryId: transactionId + 1, sink, lots },
      request,
    )
    ledger.revived = new Map(redemption.lots.map(({ lot }) => [lot.key.id, lot]))
    const posted = ledger.post(plan, this.#till(shop, at), { memberNo, originalTransactionId: transactionId })
    for (const lot of [...posted.lots, ...redemption.lots.map((part) => part.lot)]) this.#noteExpiry(lot.expireDate, memberNo)
  }

  convert(date: string, at: Date): void {
    const { ledger, random, payers } = this.#market
    const companyNo = random.pick(payers)
    this.#number += 1
    const source = { platformNo: 'P0003', externalTxnNo: `LC${this.#number}`, requestHash: `LC${this.#number}` }
    const context = { now: at, businessAt: at, source, companyNo, retailStoreNo: null, createdBy: 'P0003' }
    const unitPrice = 0.9
    const buyer = this.#recentBuyer()
    if (buyer && random.next() < 0.35) {
      const sink = { ...entryDefaults, account: { class: 'CONVOUT', ownerId: companyNo } as const, points: 50, companyNo, unitPrice }
      ledger.post(planSpend(txnKind.convertOut, ledger.holder(memberOf(buyer)), sink, date), context, { memberNo: buyer })
      return
    }
    const memberNo = this.#anyMember()
    const points = random.integer(1, 8) * 50
    const source_ = { ...entryDefaults, account: { class: 'CONVIN', ownerId: companyNo } as const, points, companyNo, unitPrice }
    const lot = { issuerCompanyNo: companyNo, activityCode: null, effectiveDate: date, expireDate: `${Number(date.slice(0, 4)) + 1}-12-31` }
    const plan = planCredit({ kind: txnKind.convertIn, holder: ledger.holder(memberOf(memberNo)), source: source_, lot, companyNo })
    for (const made of ledger.post(plan, context, { memberNo }).lots) this.#noteExpiry(made.expireDate, memberNo)
  }

  adjust(date: string, at: Date): void {
    const { ledger, random } = this.#market
    const shop = this.#shopOn(date)
    if (!shop) return
    const { companyNo } = shop
    const costBearer = { kind: 'company', companyNo, unitPrice: ledger.termsOf(companyNo).apUnitPrice } as const
    const points = random.integer(1, 10) * 5
    const buyer = this.#recentBuyer()
    if (buyer && random.next() < 0.35) {
      const plan = planAdjustDeduct(ledger.holder(memberOf(buyer)), points, costBearer, 0)
      ledger.post(plan, this.#desk('ADJUST', at, companyNo), { memberNo: buyer })
      return
    }
    const memberNo = this.#anyMember()
    const lot = { issuerCompanyNo: companyNo, activityCode: null, effectiveDate: date, expireDate: addDays(date, 365) }
    const source = costEntry(costBearer, points)
    const plan = planCredit({ kind: txnKind.adjustAdd, holder: ledger.holder(memberOf(memberNo)), source, lot, companyNo })
    for (const made of ledger.post(plan, this.#desk('ADJUST', at, companyNo), { memberNo }).lots)
      this.#noteExpiry(made.expireDate, memberNo)
  }

  /** Writes off a debt while there are debts; otherwise corrects the account of a company. */
  correct(date: string, at: Date): void {
    const { ledger, random } = this.#market
    const memberNo = this.#recentBuyer()
    const holder = memberNo ? ledger.holder(memberOf(memberNo)) : null
    if (memberNo && holder && holder.debts.length > 0) {
      const ids = holder.debts.map((debt) => debt.id)
      ledger.post(planWriteOff(holder, ids, { kind: 'platform' }), this.#desk('NEG_WRITEOFF', at, null), { memberNo })
      return
    }
    const shop = this.#shopOn(date)
    if (!shop) return
    const { companyNo } = shop
    const plan = planAdjustCompany('AWARD', { companyNo, unitPrice: ledger.termsOf(companyNo).apUnitPrice }, random.pick([-50, -20, 30]))
    ledger.post(plan, this.#desk('ADJUST', at, companyNo), {})
  }

  #noteExpiry(expireDate: string, memberNo: string): void {
    const date = addDays(expireDate, 1)
    const members = this.#expiries.get(date) ?? new Set<string>()
    members.add(memberNo)
    this.#expiries.set(date, members)
  }

  #expire(date: string): void {
    const { ledger } = this.#market
    for (const memberNo of this.#expiries.get(date) ?? []) {
      const account = memberOf(memberNo)
      const { plan } = planExpire(ledger.holder(account), date)
      if (plan) ledger.post(plan, { ...this.#desk('EXPIRE', instantOf(date, 30 * 60), null), createdBy: '系統' }, { memberNo })
    }
    this.#expiries.delete(date)
  }
}

function memberOf(memberNo: string): AccountRef {
  return { class: 'MEMBER', ownerId: memberNo }
}

function takenLots(plan: PostingPlan, lots: readonly LiveLot[]): LargeRedemption['lots'] {
  return plan.allocations.flatMap(({ lot, points }) => {
    const live = 'id' in lot ? lots.find((each) => each.key.id === lot.id) : undefined
    return live ? [{ lot: live, points }] : []
  })
}
