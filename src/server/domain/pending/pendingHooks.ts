import { refuse } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { postWriteOff, refuseEndedCompany, type WriteOffOrder } from './writeOff.ts'

/** PendingStatus of a debt that nobody asks to write off. */
const open = { untouched: '1', partlyRepaid: '2' } as const

/** 負點沖銷設定 (domain 4.9): the ledger makes and repays debts; people only ask for a write-off, and a second person grants it. */
export const memberPendingPointHooks: RecordHooks = {
  beforeCreate: refuseWriting,
  beforeUpdate: refuseWriting,
  beforeDelete: refuseWriting,
  transitions: { writeoff: beforeRequest, approve: beforeApprove, reject: backToDebt, withdraw: backToDebt },
}

function refuseWriting(): never {
  throw refuse('M09')
}

async function beforeRequest({ trx, actor, now }: HookContext, debt: StoredRecord, { bearer }: RecordValues): Promise<RecordValues> {
  await refuseEndedCompany(trx, bearer, String(debt.companyNo))
  return { submittedBy: actor.userName, submittedAt: now.toISOString(), approvedBy: null, approvedAt: null, rejectReason: null }
}

async function beforeApprove({ trx, actor, now }: HookContext, debt: StoredRecord): Promise<undefined> {
  await refuseEndedCompany(trx, debt.bearer, String(debt.companyNo))
  await postWriteOff(trx, orderOf(debt), now, actor.userName)
}

/** Repayment goes on while a request waits: the debt returns to what it is by then. */
function backToDebt(_context: HookContext, debt: StoredRecord): RecordValues {
  const status = Number(debt.repaidPoints) > 0 ? open.partlyRepaid : open.untouched
  return { status, bearer: null, writeOffReason: null }
}

function orderOf(debt: StoredRecord): WriteOffOrder {
  return {
    id: debt.id,
    pendingNo: String(debt.pendingNo),
    memberNo: String(debt.memberNo),
    companyNo: String(debt.companyNo),
    retailStoreNo: typeof debt.retailStoreNo === 'string' ? debt.retailStoreNo : null,
    bearer: String(debt.bearer),
  }
}
