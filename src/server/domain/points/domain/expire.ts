import { lotMove, txnKind } from '../../../../rules/codes.generated.ts'
import { platformOwner } from './kinds.ts'
import { byConsumption, isExpired, type Lot, pointsOf } from './lots.ts'
import { type Allocation, emptyPlan, entryDefaults, type LotHolder, type PostingEntry, type PostingPlan } from './posting.ts'

/** A transaction has at most 4,000 lines; two per issuer. */
const issuersMax = 2000

/**
 * Expires what lies past its last day (kind 50): two lines per issuer, so that reports know whose points expired.
 *
 * @returns the plan (null when nothing has expired) and the holder after it
 */
export function planExpire(holder: LotHolder, today: string): { readonly plan: PostingPlan | null; readonly after: LotHolder } {
  const expired = holder.lots.filter((lot) => isExpired(lot, today)).sort(byConsumption)
  if (expired.length === 0) return { plan: null, after: holder }
  const issuers = [...new Set(expired.map((lot) => lot.issuerCompanyNo))].sort().slice(0, issuersMax)
  const entries: PostingEntry[] = []
  const allocations: Allocation[] = []
  for (const issuer of issuers) {
    const lots = expired.filter((lot) => lot.issuerCompanyNo === issuer)
    entries.push(...expiryEntries(holder, issuer, lots))
    const line = entries.length - 1
    allocations.push(...lots.map((lot) => ({ lot: lot.key, points: lot.remainingPoints, kind: lotMove.expire, for: { line } })))
  }
  const plan = { ...emptyPlan(txnKind.expire, entries), allocations }
  return { plan, after: { ...holder, lots: holder.lots.filter((lot) => !isExpired(lot, today)) } }
}

function expiryEntries(holder: LotHolder, issuer: string, lots: readonly Lot[]): readonly PostingEntry[] {
  const points = pointsOf(lots)
  return [
    { ...entryDefaults, account: holder.account, points: -points, companyNo: issuer },
    { ...entryDefaults, account: { class: 'EXPIRED', ownerId: platformOwner }, points, companyNo: issuer },
  ]
}
