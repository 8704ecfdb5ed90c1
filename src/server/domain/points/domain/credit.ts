import { lotMove } from '../../../../rules/codes.generated.ts'
import { byConsumption, type Lot, takePoints } from './lots.ts'
import type { Allocation, Debt, DebtChange } from './posting.ts'

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
