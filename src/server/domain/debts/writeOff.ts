import { contractStatus, costBearer } from '../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { ledger, platformOwner } from '../points/public.ts'

/** A debt to cancel, as its row says under lock. */
export interface WriteOffOrder {
  readonly id: number
  readonly pendingNo: string
  readonly memberNo: string
  readonly companyNo: string
  readonly retailStoreNo: string | null
  /** CostBearer. */
  readonly bearer: string | null
}

/** @throws 409 when the company that should pay has no contract any more */
export async function assertCostBearerHasContract(db: Executor, bearer: unknown, companyNo: string): Promise<void> {
  if (bearer !== costBearer.company) return
  if (!(await hasContract(db, companyNo))) throw textError(409, '特約商合約已終止，請改由平台負擔。')
}

/** Whether a company can be billed: in force or suspended. The platform itself is no company. */
export async function hasContract(db: Executor, companyNo: string): Promise<boolean> {
  if (companyNo === platformOwner) return false
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('contractStatus', 'in', [contractStatus.inForce, contractStatus.suspended])
    .executeTakeFirst()
  return company !== undefined
}

/**
 * Cancels what is left of one debt (NEG_WRITEOFF, source pendingNo): a company is billed at its price in the open period.
 *
 * @throws LedgerRefusal E1304 when nothing is left of it
 */
export async function postWriteOff(trx: Trx, order: WriteOffOrder, now: Date, createdBy: string): Promise<string> {
  const isCompany = order.bearer === costBearer.company
  const { posted } = await ledger.writeOff(trx, {
    context: {
      now,
      businessAt: now,
      source: { work: 'NEG_WRITEOFF', workId: order.pendingNo },
      companyNo: isCompany ? order.companyNo : platformOwner,
      retailStoreNo: isCompany ? order.retailStoreNo : null,
      createdBy,
      remark: `負點沖銷 ${order.pendingNo}`,
    },
    memberNo: order.memberNo,
    debtIds: [order.id],
    costBearer: { companyNo: isCompany ? order.companyNo : null },
  })
  return posted.transactionNo
}
