import { type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import { apItems, dpItems, type EntryGroup, linesOf, pointsOf } from '../calculation/entryGroup.ts'
import type { MonthFacts } from '../calculation/monthly.ts'
import type { AuditedMonth, Posting, Tier } from './model/month.ts'

/** Maps the postings of the model to the transaction kinds of the product. */

const kindsOf: Readonly<Record<Posting['account'], Readonly<Record<Posting['deed'], readonly TxnKind[]>>>> = {
  AWARD: kinds([txnKind.issue, txnKind.issueBatch], [txnKind.issueReturn]),
  PREPAID: kinds([txnKind.issue, txnKind.issueBatch], [txnKind.issueReturn]),
  PAYG: kinds([txnKind.issue, txnKind.issueBatch], [txnKind.issueReturn]),
  DEDUCT: kinds([txnKind.redeem], [txnKind.redeemReturn]),
  CONVIN: kinds([txnKind.convertIn], []),
  CONVOUT: kinds([txnKind.convertOut], []),
  WRITEOFF: kinds([txnKind.writeOff], []),
}

function kinds(sale: readonly TxnKind[], back: readonly TxnKind[]): Readonly<Record<Posting['deed'], readonly TxnKind[]>> {
  return { sale, return: back, adjustment: [txnKind.adjustCompany], stock: [txnKind.centerSale] }
}

function kindOf({ account, deed, points }: Posting, index: number): TxnKind {
  // Adjustments for a member have kinds of their own, one for each direction.
  if (account === 'AWARD' && deed === 'adjustment' && index % 2 === 0) {
    return points.startsWith('-') ? txnKind.adjustAdd : txnKind.adjustDeduct
  }
  const all = kindsOf[account][deed]
  const kind = all[index % all.length]
  if (!kind) throw new RangeError(`no ${deed} on ${account}`)
  return kind
}

export function groupsOf(postings: readonly Posting[]): readonly EntryGroup[] {
  return postings.map((posting, index) => ({
    ...{ accountClass: posting.account, kind: kindOf(posting, index), component: index % 2 === 0 ? 'BASE' : 'EXTRA' },
    ...{ unitPrice: Number(posting.price), dpProcFeeRate: Number(posting.feeRate), points: Number(posting.points), entryCount: 1 },
  }))
}

export function tiersOf(tiers: readonly Tier[]) {
  return tiers.map(({ from, rate }, index) => ({ conditionSeq: index + 1, conditionPoint: Number(from), discountRate: Number(rate) }))
}

/** @param lastDiscountRate of the latest earlier statement with positive net points, as stored there */
export function factsOf(month: AuditedMonth, lastDiscountRate: number): MonthFacts {
  const group = linesOf(groupsOf([...month.postings, ...month.others]))
  return {
    groups: groupsOf(month.postings),
    apDiscount: { tiers: tiersOf(month.apTiers), groupPoints: month.apCombined ? pointsOf(group, ...apItems) : null },
    dpDiscount: { tiers: tiersOf(month.dpTiers), groupPoints: month.dpCombined ? pointsOf(group, ...dpItems) : null },
    lastDiscountRate,
    coupons: month.coupons.map(({ used, price }) => ({ couponCount: Number(used), settlePrice: Number(price) })),
    ...{ taxPercent: 5, otherAmount: Number(month.setOff) },
  }
}

/** @throws Error that names each figure in which model and product differ, and the place */
export function assertSame(model: object, product: object, where: () => string): void {
  const said = (value: unknown) => (Object.is(value, -0) ? '-0' : String(value))
  const [one, other] = [model, product].map((figures) => new Map(Object.entries(figures).map(([name, value]) => [name, said(value)])))
  const names = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])]
  const different = names.filter((name) => one?.get(name) !== other?.get(name))
  if (different.length === 0) return
  throw new Error([where(), ...different.map((name) => `${name}: model ${one?.get(name)}, product ${other?.get(name)}`)].join('\n'))
}

/** Counts how often each special case occurred, because a run in which a case never occurs has not tested it. */
export class CaseCounts {
  readonly #counts = new Map<string, number>()

  note(cases: Readonly<Record<string, boolean>>): void {
    for (const [name, happened] of Object.entries(cases)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + (happened ? 1 : 0))
  }

  /** Names with their counts, rarest first. */
  rarest(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort((one, other) => one[1] - other[1])
  }

  metLessThan(count: number): readonly string[] {
    return this.rarest().flatMap(([name, met]) => (met < count ? [`${name}: ${met}`] : []))
  }
}
