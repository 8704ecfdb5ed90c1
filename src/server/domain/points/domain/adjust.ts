import { lotMove, txnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints, sum } from './arithmetic.ts'
import { platformOwner } from './kinds.ts'
import { byConsumption, takePoints } from './lots.ts'
import { emptyPlan, entryDefaults, type LotHolder, type PostingEntry, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/** Who bears an adjustment or write-off (CostBearer 1 and 2). */
export type CostBearer =
  | { readonly kind: 'company'; readonly companyNo: string; readonly unitPrice: number }
  | { readonly kind: 'platform' }

/** The AWARD or PLATFORM entry of an adjustment. */
export function costEntry(costBearer: CostBearer, points: number): PostingEntry {
  if (costBearer.kind === 'platform') {
    return { ...entryDefaults, account: { class: 'PLATFORM', ownerId: platformOwner }, points, companyNo: platformOwner }
  }
  const { companyNo, unitPrice } = costBearer
  return { ...entryDefaults, account: { class: 'AWARD', ownerId: companyNo }, points, companyNo, unitPrice }
}

/**
 * Takes points (kind 41): lots in consumption order, also not yet effective ones; a member may go negative down to the limit.
 *
 * @param limitPoints debt limit in force; ignored for corporate members, who never owe
 * @throws LedgerRefusal M22 when the holder has not enough, E1202 for a closed member
 */
export function planAdjustDeduct(holder: LotHolder, points: number, costBearer: CostBearer, limitPoints: number): PostingPlan {
  assertPoints(points)
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const { taken, short } = takePoints([...holder.lots].sort(byConsumption), points)
  const debt = sum(holder.debts.map((debt) => debt.points))
  const limit = holder.account.class === 'MEMBER' ? limitPoints : 0
  if (short > Math.max(0, limit - debt)) throw new LedgerRefusal('M22')
  const companyNo = costBearer.kind === 'company' ? costBearer.companyNo : platformOwner
  return {
    ...emptyPlan(txnKind.adjustDeduct, [
      { ...entryDefaults, account: holder.account, points: -points, companyNo },
      costEntry(costBearer, points),
    ]),
    allocations: taken.map((part) => ({ lot: part.lot.key, points: part.points, kind: lotMove.adjust, for: { entryNo: 1 } })),
    newDebt: short > 0 ? { points: short, companyNo } : null,
    floor: -limit,
  }
}

/** Accounting correction of a company against the platform (kind 42); `points` as the company's account moves. */
export function planAdjustCompany(
  account: 'AWARD' | 'DEDUCT',
  company: { companyNo: string; unitPrice: number },
  points: number,
): PostingPlan {
  assertPoints(Math.abs(points))
  const { companyNo, unitPrice } = company
  return emptyPlan(txnKind.adjustCompany, [
    { ...entryDefaults, account: { class: account, ownerId: companyNo }, points, companyNo, unitPrice },
    { ...entryDefaults, account: { class: 'PLATFORM', ownerId: platformOwner }, points: -points, companyNo: platformOwner },
  ])
}
