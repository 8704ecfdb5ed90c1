import { lotMove, type TxnKind } from '../../../../rules/codes.generated.ts'
import { mulDivFloor, sum } from './arithmetic.ts'
import { byConsumption, isUsable, type Lot, pointsOf, takePoints } from './lots.ts'
import { emptyPlan, entryDefaults, type LotHolder, type PostingEntry, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/** 最低兌點、兌點單位、兌點上限 of a company. */
export interface RedeemRules {
  readonly minRedeemPoints: number
  readonly redeemStep: number
  /** Percent of the sale that points may pay, one decimal. */
  readonly maxRedeemRatio: number
  /** NT$ per point, at most four decimals. */
  readonly parValue: number
}

/** Σ remaining of usable lots; 0 for a debtor and for who may not spend (domain 2.6, Available). */
export function availablePoints(holder: LotHolder, today: string): number {
  if (holder.status !== 'normal' || holder.debts.length > 0) return 0
  return pointsOf(usableLots(holder, today))
}

function usableLots(holder: LotHolder, today: string): readonly Lot[] {
  return holder.lots.filter((lot) => isUsable(lot, today)).sort(byConsumption)
}

/** @throws LedgerRefusal E1302 or E1303 */
export function checkRedeemRules(rules: RedeemRules, points: number, amount: number): void {
  if (points < rules.minRedeemPoints || points % rules.redeemStep !== 0) throw new LedgerRefusal('E1302')
  const ratioPerMille = Math.round(rules.maxRedeemRatio * 10)
  const parTenThousandths = Math.round(rules.parValue * 10_000)
  // points x par <= floor(amount x ratio): in ten-thousandths of a NT$.
  const payable = mulDivFloor(amount, ratioPerMille, 1000)
  if (mulDivFloor(points, parTenThousandths, 1) > mulDivFloor(payable, 10_000, 1)) throw new LedgerRefusal('E1303')
}

/**
 * Spends available points: redeem, convert out, exchange (kinds 20, 81, 70).
 *
 * @param sink the entry that receives them
 * @throws LedgerRefusal E1202 frozen or closed, E1301 not enough
 */
export function planSpend(kind: TxnKind, holder: LotHolder, sink: Omit<PostingEntry, 'originalEntryId'>, today: string): PostingPlan {
  if (holder.status !== 'normal') throw new LedgerRefusal('E1202')
  const { points } = sink
  if (availablePoints(holder, today) < points) throw new LedgerRefusal('E1301')
  const { taken } = takePoints(usableLots(holder, today), points)
  const entry: PostingEntry = { ...entryDefaults, account: holder.account, points: -points, companyNo: sink.companyNo }
  return {
    ...emptyPlan(kind, [entry, { ...sink, originalEntryId: null }]),
    allocations: taken.map((part) => ({ lot: part.lot.key, points: part.points, kind: lotMove.redeem, for: { entryNo: 1 } })),
  }
}

/** The holder after points were spent: what the next of many postings finds. */
export function afterSpending(holder: LotHolder, { allocations }: Pick<PostingPlan, 'allocations'>): LotHolder {
  const lots = holder.lots.map((lot) => {
    const points = sum(allocations.filter((taken) => taken.lot === lot.key).map((taken) => taken.points))
    return points === 0 ? lot : { ...lot, remainingPoints: lot.remainingPoints - points }
  })
  return { ...holder, lots: lots.filter((lot) => lot.remainingPoints > 0) }
}
