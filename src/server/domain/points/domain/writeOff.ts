import { txnKind } from '../../../../rules/codes.generated.ts'
import type { Bearer } from './adjust.ts'
import { sum } from './arithmetic.ts'
import { type AccountRef, platformOwner } from './kinds.ts'
import { emptyPlan, type LotHolder, noLeg, type PostingPlan } from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/**
 * Cancels debts of a member (kind 90): what is still owed of the chosen ones, at the cost of platform or company.
 *
 * @throws LedgerRefusal E1304 when none of them is open any more
 */
export function planWriteOff(holder: LotHolder, debtIds: readonly number[], bearer: Bearer): PostingPlan {
  const debts = holder.debts.filter((debt) => debtIds.includes(debt.id))
  const points = sum(debts.map((debt) => debt.points))
  if (points === 0) throw new LedgerRefusal('E1304')
  const companyNo = bearer.kind === 'company' ? bearer.companyNo : platformOwner
  const account: AccountRef = { class: 'WRITEOFF', ownerId: companyNo }
  const unitPrice = bearer.kind === 'company' ? bearer.unitPrice : null
  return {
    ...emptyPlan(txnKind.writeOff, [
      { ...noLeg, account: holder.account, points, companyNo },
      { ...noLeg, account, points: -points, companyNo, unitPrice },
    ]),
    debtChanges: debts.map((debt) => ({ debtId: debt.id, repaid: 0, writtenOff: debt.points })),
  }
}
