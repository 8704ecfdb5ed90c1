import { type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'
import { type DebtLimit, type IssueReturnPlan, planIssueReturn, type ReturnRequest, withExpiredLots } from '../domain/issueReturn.ts'
import { type AccountRef, isHolder } from '../domain/kinds.ts'
import { type CompanyContext, checkReturnTime, type PostingContext, todayOf } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { planRestore } from '../domain/restore.ts'
import { findOriginal, type OriginalHeader, type OriginalRef, readOriginalSale, readOriginalSpend } from '../post/originals.ts'
import type { PostingPort } from '../post/postingPort.ts'
import type { Posted } from '../post/write.ts'
import { type HeldResult, type Holding, hold, postHeld } from './holding.ts'

export interface IssueReturnInput {
  readonly context: CompanyContext
  readonly original: OriginalRef
  readonly request: ReturnRequest
  /** 負點上限 in force for this member at this company. */
  readonly limit: DebtLimit
  readonly acceptPartial: boolean
}

export interface IssueReturnResult extends Omit<IssueReturnPlan, 'posting'> {
  /** Null when the returned part was worth no point. */
  readonly posted: Posted | null
  readonly balance: number
}

function memberOf(original: OriginalHeader): AccountRef {
  if (original.memberNo === null) throw new LedgerRefusal('E1304')
  return { class: 'MEMBER', ownerId: original.memberNo }
}

/**
 * Return of goods (kind 30): takes the points of the returned part back, in the claw-back order.
 *
 * @throws LedgerRefusal E1304 unknown sale or another company's, E1016 dated before it, E1305 more than is left, E1310 over the debt limit
 */
export async function issueReturn(port: PostingPort, input: IssueReturnInput): Promise<IssueReturnResult> {
  const { context, request } = input
  const trx = await port.stored()
  const header = await findOriginal(trx, input.original, [txnKind.issue, txnKind.issueBatch])
  if (header.companyNo !== context.companyNo) throw new LedgerRefusal('E1304')
  checkReturnTime(context.businessAt, header)
  const owner = memberOf(header)
  const today = todayOf(context)
  const prepaid = header.entries.map((entry) => entry.account).filter((account) => account.class === 'PREPAID')
  const holding = await hold(port, owner, today, prepaid)
  const original = withExpiredLots(await readOriginalSale(trx, header), today)
  const { limit, acceptPartial } = input
  const plan = planIssueReturn(holding.holder, { original, request, limit, acceptPartial, companyNo: context.companyNo })
  const { posted, balance } = await postHeld(port, {
    holding,
    context,
    plan: plan.posting,
    detail: {
      originalTransactionId: header.transactionId,
      ...(request.kind === 'amount' ? { amount: request.amount } : {}),
    },
  })
  if (request.kind === 'amount') await rememberReturn(port, { original: header, posted, amount: request.amount, now: context.now })
  const { clawedPoints, debtPoints, shortagePoints } = plan
  return { posted, clawedPoints, debtPoints, shortagePoints, balance }
}

interface RememberReturnInput {
  readonly original: OriginalHeader
  readonly posted: Posted | null
  readonly amount: number
  readonly now: Date
}

async function rememberReturn(port: PostingPort, { original, posted, amount, now }: RememberReturnInput): Promise<void> {
  const { transactionId } = original
  const trx = await port.stored()
  await trx
    .insertInto('goodsReturn')
    .values({ originalTransactionId: transactionId, transactionId: posted?.transactionId ?? null, amount, createdAt: now })
    .execute()
}

export interface RestoreInput {
  readonly context: PostingContext
  readonly original: OriginalRef
  readonly points: number
  /** POINT.RESTORE_GRACE_DAYS */
  readonly graceDays: number
}

export interface RestoreResult extends HeldResult {
  readonly repaidPoints: number
}

/**
 * Gives redeemed points back (kind 31).
 *
 * @throws LedgerRefusal E1304 unknown redeem or another company's, E1016 dated before it, E1305 more than is left
 */
export async function redeemReturn(port: PostingPort, input: RestoreInput): Promise<RestoreResult> {
  const header = await findOriginal(await port.stored(), input.original, [txnKind.redeem])
  if (header.companyNo !== input.context.companyNo) throw new LedgerRefusal('E1304')
  return restore(port, txnKind.redeemReturn, header, input)
}

/** Takes an exchange for coupons back (kind 71). @throws LedgerRefusal E1304, E1016, E1305 */
export async function exchangeCancel(port: PostingPort, input: RestoreInput): Promise<RestoreResult> {
  return restore(port, txnKind.exchangeCancel, await findOriginal(await port.stored(), input.original, [txnKind.exchange]), input)
}

async function restore(port: PostingPort, kind: TxnKind, header: OriginalHeader, input: RestoreInput): Promise<RestoreResult> {
  const { context, points, graceDays } = input
  checkReturnTime(context.businessAt, header)
  const today = todayOf(context)
  const owner = header.entries.map((entry) => entry.account).find(isHolder)
  if (!owner) throw new LedgerRefusal('E1304')
  const holding = owner.class === 'SERIAL' ? await holdSerials(port, owner) : await hold(port, owner, today)
  const plan = planRestore(kind, holding.holder, await readOriginalSpend(await port.stored(), header), { points, today, graceDays })
  const { posted, balance } = await postHeld(port, { holding, context, plan, detail: { originalTransactionId: header.transactionId } })
  if (!posted) throw new Error('nothing was written')
  return { posted, balance, repaidPoints: plan.repaidPoints }
}

/** A serial batch has a balance but neither lots nor debts. */
async function holdSerials(port: PostingPort, owner: AccountRef): Promise<Holding> {
  const accounts = await port.holdAccounts([owner])
  const account = accounts[0]
  if (!account) throw new Error(`account ${owner.class} ${owner.ownerId} was not held`)
  return { accounts, account, holder: { account: owner, lots: [], debts: [], status: 'normal' }, expiry: null }
}
