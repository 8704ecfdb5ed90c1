import type { TxnKind } from '../../../../rules/codes.generated.ts'
import { sum } from './arithmetic.ts'
import { repay } from './credit.ts'
import { effectiveDateOf, expireDateOf } from './expiryDate.ts'
import { type AccountRef, platformOwner } from './kinds.ts'
import { entryDefaults, type LotHolder, lotOfPlan, type NewLot, type PostingEntry, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'
import { type AwardPart, awardParts, type SaleRule } from './reward.ts'

/** The company that awards, and at which price its points are billed. */
export interface Awarder {
  readonly companyNo: string
  readonly isPrepaid: boolean
  readonly apUnitPrice: number
}

export interface Sale {
  readonly kind: TxnKind
  readonly awarder: Awarder
  readonly rule: SaleRule
  /** Whole NT$. */
  readonly amount: number
  readonly businessDate: string
}

export interface IssuePlan extends PostingPlan {
  readonly issuedPoints: number
  readonly basePoints: number
  readonly extraPoints: number
  readonly activityPoints: number
  readonly repaidPoints: number
}

function sourceOf(part: AwardPart, sale: Sale): Omit<PostingEntry, 'points' | 'component' | 'originalEntryId'> {
  const { awarder, rule } = sale
  switch (part.funder) {
    case 'company': {
      const account: AccountRef = { class: awarder.isPrepaid ? 'PREPAID' : 'AWARD', ownerId: awarder.companyNo }
      return { account, companyNo: awarder.companyNo, unitPrice: awarder.apUnitPrice }
    }
    case 'payer': {
      if (!rule.extra) throw new Error('points of a payer without an extra rule')
      const { payerCompanyNo, unitPrice } = rule.extra
      return { account: { class: 'PAYG', ownerId: payerCompanyNo }, companyNo: payerCompanyNo, unitPrice }
    }
    case 'platform':
      return { account: { class: 'PLATFORM', ownerId: platformOwner }, companyNo: awarder.companyNo, unitPrice: null }
  }
}

function issuerOf(part: AwardPart, sale: Sale): string {
  if (part.funder === 'platform') return platformOwner
  return part.funder === 'payer' ? (sale.rule.extra?.payerCompanyNo ?? platformOwner) : sale.awarder.companyNo
}

/** One lot per issuer, activity and last day of use. */
function lotsOf(parts: readonly AwardPart[], sale: Sale): readonly NewLot[] {
  const lots: NewLot[] = []
  for (const part of parts) {
    const lot: NewLot = {
      issuerCompanyNo: issuerOf(part, sale),
      activityCode: part.component.component === 'ACTIVITY' ? part.component.componentCode : null,
      issuedPoints: part.points,
      effectiveDate: effectiveDateOf(sale.businessDate, sale.rule.effectiveDelayDays),
      expireDate: expireDateOf(part.expiry, sale.businessDate),
      originLotId: null,
    }
    const same = lots.findIndex(
      (known) =>
        known.issuerCompanyNo === lot.issuerCompanyNo && known.activityCode === lot.activityCode && known.expireDate === lot.expireDate,
    )
    const known = lots[same]
    if (known) lots[same] = { ...known, issuedPoints: known.issuedPoints + lot.issuedPoints }
    else lots.push(lot)
  }
  return lots
}

function pointsIn(parts: readonly AwardPart[], component: AwardPart['component']['component']): number {
  return sum(parts.filter((part) => part.component.component === component).map((part) => part.points))
}

/**
 * Points for a sale, or for a list of members (kinds 10 and 11).
 *
 * @returns null when the sale earns nothing: then there is nothing to post
 * @throws LedgerRefusal E1202 for a closed member
 */
export function planIssue(holder: LotHolder, sale: Sale): IssuePlan | null {
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const parts = awardParts(sale.rule, sale.amount)
  const issuedPoints = sum(parts.map((part) => part.points))
  if (issuedPoints === 0) return null
  const lots = lotsOf(parts, sale)
  const repayment = repay(
    holder.debts,
    lots.map((lot, index) => lotOfPlan(lot, index + 1)),
  )
  return {
    kind: sale.kind,
    entries: [
      { ...entryDefaults, account: holder.account, points: issuedPoints, companyNo: sale.awarder.companyNo },
      ...parts.map((part) => ({ ...sourceOf(part, sale), points: -part.points, component: part.component, originalEntryId: null })),
    ],
    lots,
    allocations: repayment.allocations,
    debtChanges: repayment.debtChanges,
    newDebt: null,
    floor: null,
    issuedPoints,
    basePoints: pointsIn(parts, 'BASE'),
    extraPoints: pointsIn(parts, 'EXTRA'),
    activityPoints: pointsIn(parts, 'ACTIVITY'),
    repaidPoints: repayment.repaidPoints,
  }
}
