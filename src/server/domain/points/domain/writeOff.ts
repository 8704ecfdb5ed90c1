import { txnKind } from '../../../../rules/codes.generated.ts'
import type { CostBearer } from './adjust.ts'
import { sum } from './arithmetic.ts'
import { type AccountRef, platformOwner } from './kinds.ts'
import { emptyPlan, entryDefaults, type LotHolder, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/**
 * Cancels debts of a member (kind 90): what is still owed of the chosen ones, at the cost of platform or company.
 *
 * @throws LedgerRefusal E1304 when none of them is open any more
 */
export function planWriteOff(holder: LotHolder, debtIds: readonly number[], costBearer: CostBearer): PostingPlan {
  const debts = holder.debts.filter((debt) => debtIds.includes(debt.id))
  const points = sum(debts.map((debt) => debt.points))
  if (points === 0) throw new LedgerRefusal('E1304')
  const companyNo = costBearer.kind === 'company' ? costBearer.companyNo : platformOwner
  const account: AccountRef = { class: 'WRITEOFF', ownerId: companyNo }
  const unitPrice = costBearer.kind === 'company' ? costBearer.unitPrice : null
  return {
    ...emptyPlan(txnKind.writeOff, [
      { ...entryDefaults, account: holder.account, points, companyNo },
      { ...entryDefaults, account, points: -points, companyNo, unitPrice },
    ]),
    debtChanges: debts.map((debt) => ({ debtId: debt.id, repaid: 0, writtenOff: debt.points })),
  }
}
