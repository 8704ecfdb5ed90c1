import { lotMove, txnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints, sum } from './arithmetic.ts'
import { platformOwner } from './kinds.ts'
import { byConsumption, takePoints } from './lots.ts'
import { emptyPlan, type Leg, type LotHolder, noLeg, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/** Who bears an adjustment or write-off (CostBearer 1 and 2). */
export type Bearer = { readonly kind: 'company'; readonly companyNo: string; readonly unitPrice: number } | { readonly kind: 'platform' }

/** The AWARD or PLATFORM leg of an adjustment. */
export function bearerLeg(bearer: Bearer, points: number): Leg {
  if (bearer.kind === 'platform') {
    return { ...noLeg, account: { class: 'PLATFORM', ownerId: platformOwner }, points, companyNo: platformOwner }
  }
  const { companyNo, unitPrice } = bearer
  return { ...noLeg, account: { class: 'AWARD', ownerId: companyNo }, points, companyNo, unitPrice }
}

/**
 * Takes points (kind 41): lots in consumption order, also not yet effective ones; a member may go negative down to the limit.
 *
 * @param limitPoints negative limit in force; ignored for corporate members, who never owe
 * @throws LedgerRefusal M22 when the holder has not enough, E1202 for a closed member
 */
export function planAdjustDeduct(holder: LotHolder, points: number, bearer: Bearer, limitPoints: number): PostingPlan {
  assertPoints(points)
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const { taken, short } = takePoints([...holder.lots].sort(byConsumption), points)
  const owed = sum(holder.debts.map((debt) => debt.points))
  const limit = holder.account.class === 'MEMBER' ? limitPoints : 0
  if (short > Math.max(0, limit - owed)) throw new LedgerRefusal('M22')
  const companyNo = bearer.kind === 'company' ? bearer.companyNo : platformOwner
  return {
    ...emptyPlan(txnKind.adjustDeduct, [{ ...noLeg, account: holder.account, points: -points, companyNo }, bearerLeg(bearer, points)]),
    allocations: taken.map((part) => ({ lot: part.lot.key, points: part.points, kind: lotMove.adjust, for: { line: 1 } })),
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
    { ...noLeg, account: { class: account, ownerId: companyNo }, points, companyNo, unitPrice },
    { ...noLeg, account: { class: 'PLATFORM', ownerId: platformOwner }, points: -points, companyNo: platformOwner },
  ])
}
