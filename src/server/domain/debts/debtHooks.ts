import { pendingStatus } from '../../../rules/codes.generated.ts'
import { apiError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { assertCostBearerHasContract, postWriteOff, type WriteOffOrder } from './writeOff.ts'

type Debt = RecordOf<'memberPendingPoint'>
type DebtChanges = ChangesOf<'memberPendingPoint'>

/** 負點沖銷設定 (domain 4.9): the ledger makes and repays debts; people only ask for a write-off, and a second person grants it. */
export const memberPendingPointHooks: RecordHooks<'memberPendingPoint'> = {
  beforeCreate: neverWritten,
  beforeUpdate: neverWritten,
  beforeDelete: neverWritten,
  transitions: { writeoff: beforeRequest, approve: beforeApprove, reject: backToDebt, withdraw: backToDebt },
}

function neverWritten(): never {
  throw apiError('M09')
}

async function beforeRequest({ trx, actor, now }: HookContext, debt: Debt, { bearer }: { readonly bearer: string }): Promise<DebtChanges> {
  await assertCostBearerHasContract(trx, bearer, debt.companyNo)
  return { submittedBy: actor.userName, submittedAt: now.toISOString(), approvedBy: null, approvedAt: null, rejectReason: null }
}

async function beforeApprove({ trx, actor, now }: HookContext, debt: Debt): Promise<undefined> {
  await assertCostBearerHasContract(trx, debt.bearer, debt.companyNo)
  await postWriteOff(trx, orderOf(debt), now, actor.userName)
}

/** A debt may be repaid while the request waits for approval, so a rejected request sets the state that the debt has by then. */
function backToDebt(_context: HookContext, debt: Debt): DebtChanges {
  const status = debt.repaidPoints > 0 ? pendingStatus.partlyRepaid : pendingStatus.untouched
  return { status, bearer: null, writeOffReason: null }
}

function orderOf(debt: Debt): WriteOffOrder {
  return {
    id: debt.id,
    pendingNo: debt.pendingNo,
    memberNo: debt.memberNo,
    companyNo: debt.companyNo,
    retailStoreNo: debt.retailStoreNo,
    bearer: debt.bearer,
  }
}
