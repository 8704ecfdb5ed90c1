import type { TxnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints } from './arithmetic.ts'
import { repay } from './credit.ts'
import { hasLots } from './kinds.ts'
import { emptyPlan, entryDefaults, type LotHolder, lotOfPlan, type NewLot, type PostingEntry, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

export interface Credit {
  readonly kind: TxnKind
  readonly holder: LotHolder
  /** Where the points come from; its points are positive here. */
  readonly source: Omit<PostingEntry, 'originalEntryId' | 'component'>
  readonly lot: Omit<NewLot, 'issuedPoints' | 'originLotId'>
  /** Company that the holder's line is reported under. */
  readonly companyNo: string | null
}

export interface CreditPlan extends PostingPlan {
  readonly repaidPoints: number
}

/**
 * Points from one source into one new lot: adjustment, convert in, serial deposit, serials into an account (kinds 40, 80, 62, 61).
 *
 * @throws LedgerRefusal E1202 for a closed member
 */
export function planCredit(credit: Credit): CreditPlan {
  const { holder, source, lot } = credit
  assertPoints(source.points)
  if (!hasLots(holder.account)) throw new Error(`${holder.account.class} has no lots`)
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const newLot: NewLot = { ...lot, issuedPoints: source.points, originLotId: null }
  const repayment = repay(holder.debts, [lotOfPlan(newLot, 1)])
  const entries: readonly PostingEntry[] = [
    { ...entryDefaults, account: holder.account, points: source.points, companyNo: credit.companyNo },
    { ...source, points: -source.points, component: null, originalEntryId: null },
  ]
  return {
    ...emptyPlan(credit.kind, entries),
    lots: [newLot],
    allocations: repayment.allocations,
    debtChanges: repayment.debtChanges,
    repaidPoints: repayment.repaidPoints,
  }
}
