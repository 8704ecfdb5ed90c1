import { type Decimal, isLess, isNegative, minus, percent, plus, rounded, times, total } from './model/decimal.ts'
import { type AuditedMonth, type auditMonth, type ClosedMonth, type Posting, taxRate, tierOf } from './model/month.ts'

type Audit = ReturnType<typeof auditMonth>

export const isHalf = (number: Decimal) => /\.5$/.test(number)
const isPositiveHalf = (number: Decimal) => isHalf(number) && !isNegative(number)
const isNegativeHalf = (number: Decimal) => isHalf(number) && isNegative(number)
const isPositive = (number: Decimal) => isLess('0', number)

const on = (postings: readonly Posting[], account: Posting['account']) => postings.filter((posting) => posting.account === account)
const differ = (values: readonly string[]) => new Set(values).size > 1

/** Tells for each special case of domain 7.1, by name, whether this month is one. */
export function casesOf(month: AuditedMonth, audit: Audit, earlier: readonly ClosedMonth[]): Readonly<Record<string, boolean>> {
  return { ...postingCases(month, audit), ...rateCases(month, audit, earlier), ...tierCases(month, audit), ...roundingCases(month, audit) }
}

function postingCases({ postings, coupons, setOff }: AuditedMonth, { figures }: Audit) {
  const [ap, dp] = [on(postings, 'AWARD'), on(postings, 'DEDUCT')]
  const adjusted = (own: readonly Posting[], isUp: boolean) =>
    own.some(({ deed, points, account }) => deed === 'adjustment' && (isNegative(points) === (account === 'AWARD')) === isUp)
  const has = (account: Posting['account']) => on(postings, account).length > 0
  return {
    'no posting at all': postings.length === 0 && coupons.length === 0,
    'award prices change inside the month': differ(ap.map(({ price }) => price)),
    'redeem prices change inside the month': differ(dp.map(({ price }) => price)),
    'fee rates change inside the month': differ(dp.map(({ feeRate }) => feeRate)),
    'net of awards exactly zero': ap.length > 0 && figures.netApPoints === '0',
    'net of redemptions exactly zero': dp.length > 0 && figures.netDpPoints === '0',
    'net of redemptions negative': isNegative(figures.netDpPoints),
    'award adjusted upwards': adjusted(ap, true),
    'award adjusted downwards': adjusted(ap, false),
    'redemption adjusted upwards': adjusted(dp, true),
    'redemption adjusted downwards': adjusted(dp, false),
    'prepaid points used': isPositive(figures.prepaidUsedPoints),
    'prepaid stock bought': postings.some(({ deed }) => deed === 'stock'),
    'prepaid company with returns to its awards': has('PREPAID') && has('AWARD'),
    'converted in': has('CONVIN'),
    'converted out': has('CONVOUT'),
    'written off': has('WRITEOFF'),
    'coupons of several prices': differ(coupons.map(({ price }) => price)),
    'allowance set off': setOff !== '0',
    'net amount negative': isNegative(figures.netAmount),
    'award fee negative, bill positive': isNegative(figures.apFee) && isPositive(plus(figures.writeOffAmount, figures.convInAmount)),
  }
}

function rateCases({ apCombined, apTiers }: AuditedMonth, { figures }: Audit, earlier: readonly ClosedMonth[]) {
  const isReturned = isNegative(figures.netApPoints)
  const hasBilled = earlier.some(({ netApPoints }) => isPositive(netApPoints))
  const last = earlier.at(-1)
  return {
    'negative net without an earlier month': isReturned && !hasBilled,
    'negative net at a rate above zero': isReturned && figures.discountRate !== '0',
    'negative net, last month not positive': isReturned && hasBilled && last !== undefined && !isPositive(last.netApPoints),
    'negative net, group positive': isReturned && apCombined && isPositive(figures.tierBasePoints),
    'positive net, group below zero': isPositive(figures.netApPoints) && isNegative(figures.tierBasePoints),
    'group moves the rate': !isReturned && apCombined && tierOf(apTiers, figures.netApPoints) !== figures.discountRate,
  }
}

function tierCases({ apTiers, dpTiers, dpCombined }: AuditedMonth, { figures }: Audit) {
  const at = (points: Decimal) => apTiers.some(({ from }) => from === points)
  const base = figures.tierBasePoints
  const isBilled = isPositive(figures.netApPoints)
  const isAscending = apTiers.every(({ from }, index) => index === 0 || isLess(apTiers[index - 1]?.from ?? '0', from))
  const reached = apTiers.filter(({ from }) => !isLess(base, from))
  return {
    'no tiers': isBilled && apTiers.length === 0,
    'exactly at a threshold': isBilled && at(base) && figures.discountRate !== '0',
    'one point below a threshold': isBilled && at(plus(base, '1')),
    'one point above a threshold': isBilled && at(minus(base, '1')),
    'tiers not ascending, several reached': isBilled && !isAscending && reached.length > 1,
    'a lower tier has the higher rate': isBilled && reached.some(({ rate }) => isLess(figures.discountRate, rate)),
    'below the first threshold': isBilled && apTiers.length > 0 && reached.length === 0,
    'processing fee at its own tier': dpTiers.length > 0 && figures.dpDiscountRate !== '0' && figures.dpDiscountAmount !== '0',
    'processing fee by the points of the group': dpCombined && tierOf(dpTiers, figures.netDpPoints) !== figures.dpDiscountRate,
    'processing fee exactly at a threshold':
      figures.dpDiscountRate !== '0' && dpTiers.some(({ from }) => from === figures.dpTierBasePoints),
  }
}

/** Months whose result changes when an amount is rounded at another place. */
function roundingCases({ postings }: AuditedMonth, { figures, exact, untaxed }: Audit) {
  const ap = on(postings, 'AWARD').map(({ points, price }) => times(points, price))
  const roundedEach = minus('0', total(ap.map(rounded)))
  const taxOf = (amount: Decimal) => rounded(percent(amount, taxRate))
  const taxesApart = total([figures.apFee, figures.writeOffAmount, figures.convInAmount].map(taxOf))
  const halves = Object.entries(exact).flatMap(([name, number]) => [
    [`half of ${name}`, isPositiveHalf(number)] as const,
    ...(neverNegative.has(name) ? [] : [[`negative half of ${name}`, isNegativeHalf(number)] as const]),
  ])
  return {
    ...Object.fromEntries(halves),
    'rounding each entry would differ': roundedEach !== figures.apGrossAmount,
    'discount of the rounded gross would differ':
      rounded(percent(figures.apGrossAmount, figures.discountRate)) !== figures.apDiscountAmount,
    'rounding the fee once would differ': rounded(minus(exact.gross, exact.apDiscount)) !== figures.apFee,
    'tax of each amount apart would differ': taxesApart !== figures.apTax,
    'tax of the gross would differ': taxOf(plus(figures.apGrossAmount, minus(untaxed, figures.apFee))) !== figures.apTax,
    'one tax of both fees would differ': taxOf(plus(untaxed, figures.dpProcFee)) !== plus(figures.apTax, figures.dpProcTax),
  }
}

/** Figures that are never negative. */
const neverNegative: ReadonlySet<string> = new Set(['writeOff', 'convIn', 'convOut', 'couponValue'])
