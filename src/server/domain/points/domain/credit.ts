import { lotMove, type TxnKind } from '../../../../rules/codes.generated.ts'
import { assertPoints } from './arithmetic.ts'
import { hasLots } from './kinds.ts'
import { byConsumption, type Lot, takePoints } from './lots.ts'
import {
  type Allocation,
  type Debt,
  type DebtChange,
  emptyPlan,
  entryDefaults,
  type LotHolder,
  lotOfPlan,
  type NewLot,
  type PostingEntry,
  type PostingPlan,
} from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

export interface Credit {
  readonly kind: TxnKind
  readonly holder: LotHolder
  /** Where the points come from; its points are positive here. */
  readonly source: Omit<PostingEntry, 'originalEntryId' | 'component'>
  readonly lot: Omit<NewLot, 'issuedPoints' | 'originLotId'>
  /** Company that the holder's entry is reported under. */
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

export interface Repayment {
  readonly allocations: readonly Allocation[]
  readonly debtChanges: readonly DebtChange[]
  readonly repaidPoints: number
}

/**
 * New points repay first (domain 2.6, I6): oldest debt first, out of the credited lots in consumption order.
 *
 * @param lots what the posting credits; a debtor has no other lots
 */
export function repay(debts: readonly Debt[], lots: readonly Lot[]): Repayment {
  const allocations: Allocation[] = []
  const debtChanges: DebtChange[] = []
  let open: readonly Lot[] = [...lots].sort(byConsumption)
  for (const debt of debts) {
    const { taken, short } = takePoints(open, debt.points)
    if (taken.length === 0) break
    for (const part of taken) allocations.push({ lot: part.lot.key, points: part.points, kind: lotMove.repay, for: { debtId: debt.id } })
    debtChanges.push({ debtId: debt.id, repaid: debt.points - short, writtenOff: 0 })
    open = open.flatMap((lot) => {
      const used = taken.find((part) => part.lot === lot)?.points ?? 0
      return used < lot.remainingPoints ? [{ ...lot, remainingPoints: lot.remainingPoints - used }] : []
    })
  }
  const repaidPoints = debtChanges.reduce((total, change) => total + change.repaid, 0)
  return { allocations, debtChanges, repaidPoints }
}
