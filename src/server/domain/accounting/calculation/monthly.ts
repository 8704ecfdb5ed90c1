import type { Fraction } from '../../../../rules/fraction.ts'
import { amountOf, roundMoney, sumOf, taxOf } from '../../../../rules/money.ts'
import { type DiscountTier, discountedFee, tierRate } from '../../pricing/public.ts'
import { apItems, dpItems, dpProcFeeGrossOf, type EntryGroup, linesOf, pointsOf, priceOf, type StatementLine } from './entryGroup.ts'

/** The monthly discount of a company that is valid in a month. */
export interface DiscountTerms {
  readonly tiers: readonly DiscountTier[]
  /** Net points of the whole group in the month, this company included, when the group is combined for the discount; null otherwise. */
  readonly groupPoints: number | null
}

/** Coupons with the same settlement price that were used in a month. */
export interface UsedCoupons {
  /** NT$ with tax that the platform pays for each coupon. */
  readonly settlePrice: number
  readonly couponCount: number
}

export interface MonthFacts {
  readonly groups: readonly EntryGroup[]
  readonly apDiscount: DiscountTerms | null
  readonly dpDiscount: DiscountTerms | null
  /** Discount rate in percent of the latest earlier closed statement that issued more points than were returned; 0 when there is none. */
  readonly lastDiscountRate: number
  readonly coupons: readonly UsedCoupons[]
  /** Tax rate in percent: parameter TAX.RATE on the last day of the month. */
  readonly taxPercent: number
  /** Yearly allowances that are set off against this month: NT$ with tax, 0 or negative. */
  readonly otherAmount: number
}

/** Figures of a monthly statement (domain 7.1). Points and amounts are integers; amounts are in NT$. */
export interface MonthlyAmounts {
  readonly issuedPoints: number
  readonly returnedPoints: number
  readonly adjustedPoints: number
  readonly netApPoints: number
  readonly prepaidUsedPoints: number
  readonly tierBasePoints: number
  /** Percent. */
  readonly discountRate: number
  readonly apGrossAmount: number
  readonly apDiscountAmount: number
  readonly apFee: number
  readonly writeOffPoints: number
  readonly writeOffAmount: number
  readonly convInPoints: number
  readonly convInAmount: number
  readonly apTax: number
  readonly redeemedPoints: number
  readonly redeemReturnPoints: number
  readonly dpAdjustedPoints: number
  readonly netDpPoints: number
  readonly dpAmount: number
  readonly dpTierBasePoints: number
  readonly dpDiscountRate: number
  readonly dpGrossFee: number
  readonly dpDiscountAmount: number
  readonly dpProcFee: number
  readonly dpProcTax: number
  readonly couponUsedCount: number
  readonly couponSettleAmount: number
  readonly convOutPoints: number
  readonly convOutAmount: number
  readonly receivableAmount: number
  readonly payableAmount: number
  readonly otherAmount: number
  /** Above 0, the company pays the platform. */
  readonly netAmount: number
}

export interface MonthlyStatement {
  readonly lines: readonly StatementLine[]
  readonly amounts: MonthlyAmounts
}

/**
 * Computes a monthly statement from the entries of the period and the terms that were valid. Each printed amount is rounded once, from
 * exact values.
 */
export function monthlyStatement(facts: MonthFacts): MonthlyStatement {
  const lines = linesOf(facts.groups)
  const awarded = awardedOf(lines, facts)
  const redeemed = redeemedOf(lines, facts)
  const couponAmount = roundMoney(sumOf(facts.coupons.map(couponPrice)))
  const convOutAmount = roundMoney(priceOf(lines, 'convertOut'))
  const receivableAmount =
    awarded.apFee + awarded.writeOffAmount + awarded.convInAmount + awarded.apTax + redeemed.dpProcFee + redeemed.dpProcTax
  const payableAmount = redeemed.dpAmount + couponAmount + convOutAmount
  return {
    lines,
    amounts: {
      ...awarded,
      ...redeemed,
      couponUsedCount: facts.coupons.reduce((sum, { couponCount }) => sum + couponCount, 0),
      couponSettleAmount: couponAmount,
      convOutPoints: pointsOf(lines, 'convertOut'),
      convOutAmount,
      receivableAmount,
      payableAmount,
      otherAmount: facts.otherAmount,
      netAmount: receivableAmount - payableAmount + facts.otherAmount,
    },
  }
}

/** Computes what the company pays for points given to members. */
function awardedOf(lines: readonly StatementLine[], { apDiscount, lastDiscountRate, taxPercent }: MonthFacts) {
  const netApPoints = pointsOf(lines, ...apItems)
  const tierBasePoints = apDiscount?.groupPoints ?? netApPoints
  // A net return is credited at the rate of the last positive month, because that is about the rate at which it was billed.
  const discountRate = netApPoints < 0 ? lastDiscountRate : tierRate(apDiscount?.tiers ?? [], tierBasePoints)
  const { gross, discount, fee: apFee } = discountedFee(priceOf(lines, ...apItems), discountRate)
  const writeOffAmount = roundMoney(priceOf(lines, 'writeOff'))
  const convInAmount = roundMoney(priceOf(lines, 'convertIn'))
  return {
    issuedPoints: pointsOf(lines, 'apIssued'),
    returnedPoints: -pointsOf(lines, 'apReturned') + 0,
    adjustedPoints: pointsOf(lines, 'apAdjusted'),
    netApPoints,
    prepaidUsedPoints: pointsOf(lines, 'prepaidUsed'),
    tierBasePoints,
    discountRate,
    apGrossAmount: gross,
    apDiscountAmount: discount,
    apFee,
    writeOffPoints: pointsOf(lines, 'writeOff'),
    writeOffAmount,
    convInPoints: pointsOf(lines, 'convertIn'),
    convInAmount,
    apTax: taxOf(apFee + writeOffAmount + convInAmount, taxPercent),
  }
}

/** Computes what the platform pays for redeemed points, and the processing fee that it charges for them. */
function redeemedOf(lines: readonly StatementLine[], { dpDiscount, taxPercent }: MonthFacts) {
  const netDpPoints = pointsOf(lines, ...dpItems)
  const dpTierBasePoints = dpDiscount?.groupPoints ?? netDpPoints
  const dpDiscountRate = tierRate(dpDiscount?.tiers ?? [], dpTierBasePoints)
  const { gross, discount, fee: dpProcFee } = discountedFee(dpProcFeeGrossOf(lines), dpDiscountRate)
  return {
    redeemedPoints: pointsOf(lines, 'dpRedeemed'),
    redeemReturnPoints: -pointsOf(lines, 'dpReturned') + 0,
    dpAdjustedPoints: pointsOf(lines, 'dpAdjusted'),
    netDpPoints,
    dpAmount: roundMoney(priceOf(lines, ...dpItems)),
    dpTierBasePoints,
    dpDiscountRate,
    dpGrossFee: gross,
    dpDiscountAmount: discount,
    dpProcFee,
    dpProcTax: taxOf(dpProcFee, taxPercent),
  }
}

/** Amount for the coupons of one settlement price, not rounded. */
export function couponPrice({ settlePrice, couponCount }: UsedCoupons): Fraction {
  return amountOf(couponCount, settlePrice)
}
