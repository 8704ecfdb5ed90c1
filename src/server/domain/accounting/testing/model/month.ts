import { type Decimal, isLess, isNegative, minus, opposite, percent, plus, rounded, times, total } from './decimal.ts'

/** A month as an auditor computes it from single postings, using only domain 7.1. It shares no code with the product. */

/**
 * One posting on one account, with the sign of the ledger: source accounts fall when they give points, sink accounts rise when they take
 * them.
 */
export interface Posting {
  readonly account: 'AWARD' | 'PREPAID' | 'DEDUCT' | 'CONVIN' | 'CONVOUT' | 'WRITEOFF' | 'PAYG'
  /** `stock`: a purchase of points in advance, or its return. */
  readonly deed: 'sale' | 'return' | 'adjustment' | 'stock'
  readonly points: Decimal
  readonly price: Decimal
  /** Processing fee in percent of the redeemed amount. */
  readonly feeRate: Decimal
}

export interface Tier {
  readonly from: Decimal
  readonly rate: Decimal
}

export interface AuditedMonth {
  readonly postings: readonly Posting[]
  /** Postings of the other companies of the group. */
  readonly others: readonly Posting[]
  readonly apTiers: readonly Tier[]
  readonly apCombined: boolean
  readonly dpTiers: readonly Tier[]
  readonly dpCombined: boolean
  readonly coupons: readonly { readonly used: Decimal; readonly price: Decimal }[]
  /** Yearly allowances that are set off: 0 or negative. */
  readonly setOff: Decimal
}

/** What later months need to know of a closed month. */
export interface ClosedMonth {
  readonly netApPoints: Decimal
  readonly rate: Decimal
}

export const taxRate = '5'

/** TIER of domain 7: the rate of the highest threshold that the points reach. */
export function tierOf(tiers: readonly Tier[], points: Decimal): Decimal {
  let best: Tier | null = null
  for (const tier of tiers) {
    const isReached = !isLess(points, tier.from)
    if (isReached && (best === null || isLess(best.from, tier.from))) best = tier
  }
  return best === null ? '0' : best.rate
}

type Which = (posting: Posting) => boolean
const on =
  (account: Posting['account'], deed?: Posting['deed']): Which =>
  (posting) =>
    posting.account === account && (deed === undefined || posting.deed === deed)

const pointsOf = (postings: readonly Posting[], which: Which) => total(postings.filter(which).map(({ points }) => points))
const worthOf = (postings: readonly Posting[], which: Which) =>
  total(postings.filter(which).map(({ points, price }) => times(points, price)))
export const feeOf = (postings: readonly Posting[]) =>
  total(postings.filter(on('DEDUCT')).map(({ points, price, feeRate }) => percent(times(points, price), feeRate)))

export const given = (postings: readonly Posting[], account: Posting['account'], deed?: Posting['deed']) =>
  opposite(pointsOf(postings, on(account, deed)))
export const taken = (postings: readonly Posting[], account: Posting['account'], deed?: Posting['deed']) =>
  pointsOf(postings, on(account, deed))
export const givenValue = (postings: readonly Posting[], account: Posting['account']) => opposite(worthOf(postings, on(account)))
export const takenValue = (postings: readonly Posting[], account: Posting['account']) => worthOf(postings, on(account))

/** Domain 7.1: "if netAp < 0: the rate of the latest earlier closed statement with netAp > 0". */
function rateOfReturns(earlier: readonly ClosedMonth[]): Decimal {
  const billed = earlier.filter(({ netApPoints }) => isLess('0', netApPoints))
  return billed.at(-1)?.rate ?? '0'
}

function awardSide({ postings, others, apTiers, apCombined }: AuditedMonth, earlier: readonly ClosedMonth[]) {
  const netApPoints = given(postings, 'AWARD')
  const tierBasePoints = apCombined ? plus(netApPoints, given(others, 'AWARD')) : netApPoints
  const rate = isNegative(netApPoints) ? rateOfReturns(earlier) : tierOf(apTiers, tierBasePoints)
  const gross = givenValue(postings, 'AWARD')
  const apDiscount = percent(gross, rate)
  const apFee = minus(rounded(gross), rounded(apDiscount))
  const [writeOff, convIn] = [givenValue(postings, 'WRITEOFF'), givenValue(postings, 'CONVIN')]
  const untaxed = total([apFee, rounded(writeOff), rounded(convIn)])
  const apTax = percent(untaxed, taxRate)
  return { netApPoints, tierBasePoints, rate, apFee, untaxed, exact: { gross, apDiscount, writeOff, convIn, apTax } }
}

function redeemSide({ postings, others, dpTiers, dpCombined }: AuditedMonth) {
  const netDpPoints = taken(postings, 'DEDUCT')
  const dpBase = dpCombined ? plus(netDpPoints, taken(others, 'DEDUCT')) : netDpPoints
  const dpRate = tierOf(dpTiers, dpBase)
  const dpValue = takenValue(postings, 'DEDUCT')
  const dpFee = feeOf(postings)
  const dpDiscount = percent(dpFee, dpRate)
  const dpProcFee = minus(rounded(dpFee), rounded(dpDiscount))
  return { netDpPoints, dpBase, dpRate, dpProcFee, exact: { dpValue, dpFee, dpDiscount, dpTax: percent(dpProcFee, taxRate) } }
}

/** Computes every figure of the statement, with the names of domain 7.1, and the exact values before rounding. */
export function auditMonth(month: AuditedMonth, earlier: readonly ClosedMonth[]) {
  const { postings, coupons, setOff } = month
  const award = awardSide(month, earlier)
  const redeem = redeemSide(month)
  const couponValue = total(coupons.map(({ used, price }) => times(used, price)))
  const convOut = takenValue(postings, 'CONVOUT')
  const exact = { ...award.exact, ...redeem.exact, couponValue, convOut }
  const receivableAmount = total([award.untaxed, rounded(exact.apTax), redeem.dpProcFee, rounded(exact.dpTax)])
  const payableAmount = total([rounded(exact.dpValue), rounded(couponValue), rounded(convOut)])
  const figures = {
    ...{ issuedPoints: given(postings, 'AWARD', 'sale'), returnedPoints: taken(postings, 'AWARD', 'return') },
    ...{ adjustedPoints: given(postings, 'AWARD', 'adjustment'), netApPoints: award.netApPoints },
    prepaidUsedPoints: minus(given(postings, 'PREPAID'), given(postings, 'PREPAID', 'stock')),
    ...{ tierBasePoints: award.tierBasePoints, discountRate: award.rate },
    ...{ apGrossAmount: rounded(exact.gross), apDiscountAmount: rounded(exact.apDiscount), apFee: award.apFee },
    ...{ writeOffPoints: given(postings, 'WRITEOFF'), writeOffAmount: rounded(exact.writeOff) },
    ...{ convInPoints: given(postings, 'CONVIN'), convInAmount: rounded(exact.convIn), apTax: rounded(exact.apTax) },
    ...{ redeemedPoints: taken(postings, 'DEDUCT', 'sale'), redeemReturnPoints: given(postings, 'DEDUCT', 'return') },
    ...{ dpAdjustedPoints: taken(postings, 'DEDUCT', 'adjustment'), netDpPoints: redeem.netDpPoints },
    ...{ dpAmount: rounded(exact.dpValue), dpTierBasePoints: redeem.dpBase, dpDiscountRate: redeem.dpRate },
    ...{ dpGrossFee: rounded(exact.dpFee), dpDiscountAmount: rounded(exact.dpDiscount) },
    ...{ dpProcFee: redeem.dpProcFee, dpProcTax: rounded(exact.dpTax) },
    ...{ couponUsedCount: total(coupons.map(({ used }) => used)), couponSettleAmount: rounded(couponValue) },
    ...{ convOutPoints: taken(postings, 'CONVOUT'), convOutAmount: rounded(convOut) },
    ...{ receivableAmount, payableAmount, otherAmount: setOff },
    netAmount: plus(minus(receivableAmount, payableAmount), setOff),
  }
  return { figures, exact, untaxed: award.untaxed }
}
