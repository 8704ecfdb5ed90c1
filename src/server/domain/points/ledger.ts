import type { Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { checkBusinessTime } from './domain/posting.ts'
import { findMemberNo, registerMember } from './members.ts'
import { CollectedRows } from './post/collectedRows.ts'
import { answerOnce } from './post/idempotency.ts'
import { LockedRows } from './post/lockedRows.ts'
import { insertZeroPointSale, returnZeroPointSale } from './post/originals.ts'
import { adjustCompanyMany, adjustMany } from './usecases/adjustMany.ts'
import { adjustAdd, adjustCompany, adjustDeduct, convertIn, saleIntoAccount, serialDeposit, writeOff } from './usecases/credits.ts'
import { expireAll, expireHolder } from './usecases/expiry.ts'
import { issue } from './usecases/issue.ts'
import { issueMany } from './usecases/issueMany.ts'
import { exchangeCancel, issueReturn, redeemReturn } from './usecases/returns.ts'
import { convertOut, exchange, exchangeMany, redeem } from './usecases/spending.ts'
import { expireSerials, transfer, transferMany } from './usecases/transfers.ts'

/** Transactions whose postings are collected. */
const collections = new WeakMap<Trx, CollectedRows>()

type UseCase<Args extends readonly unknown[], Result> = (rows: LockedRows, ...args: Args) => Promise<Result>

/** A use case in a transaction that its caller has opened. Where postings are collected, its own are not in the tables yet. */
function collected<Args extends readonly unknown[], Result>(post: UseCase<Args, Result>) {
  return (trx: Trx, ...args: Args): Promise<Result> => post(collections.get(trx) ?? new LockedRows(trx), ...args)
}

/** A use case in a transaction that its caller has opened. Its postings are in the tables when it ends. */
function locked<Args extends readonly unknown[], Result>(post: UseCase<Args, Result>) {
  return async (trx: Trx, ...args: Args): Promise<Result> => {
    const result = await collected(post)(trx, ...args)
    await stored(trx)
    return result
  }
}

/** Writes the postings that are collected: call it before the tables are asked for them, or rows refer to them. */
async function stored(trx: Trx): Promise<void> {
  await collections.get(trx)?.stored()
}

/**
 * Runs a work of thousands of postings in one transaction: what they need is read once for all of them, and sales, redemptions,
 * conversions, corrections and expiries are collected and written together. The work may not change members, terms of companies or
 * periods, and undoes no posting.
 */
async function collecting<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const rows = new CollectedRows(trx)
  collections.set(trx, rows)
  try {
    const result = await work()
    await rows.stored()
    return result
  } finally {
    collections.delete(trx)
  }
}

/**
 * The public face of the points ledger: the only way to move points.
 *
 * Postings take the transaction of their use case (`run` opens it, with retries), decide with the pure rules of `domain/`, and write in
 * one go; a `LedgerRefusal` says no, and nothing of that posting is left. Requests of partners go through `answerOnce`, which makes their
 * external number count once for ever. Post to several holders in one transaction in ascending order of their accounts, or let `run` retry.
 *
 * The way of a posting: its use case (`usecases/`) gets the facts from a port (`post/postingPort.ts`), a pure rule of `domain/` decides the
 * plan, and `post/write.ts` chooses its periods and hands its rows to the port.
 */
export const ledger = {
  run: transactWithRetry,
  collecting,
  stored,
  answerOnce,
  checkBusinessTime,
  insertZeroPointSale,
  returnZeroPointSale,
  findMemberNo,
  registerMember,
  issue: collected(issue),
  issueMany: locked(issueMany),
  redeem: collected(redeem),
  issueReturn: collected(issueReturn),
  redeemReturn: collected(redeemReturn),
  adjustAdd: collected(adjustAdd),
  adjustDeduct: collected(adjustDeduct),
  adjustMany: locked(adjustMany),
  adjustCompany: collected(adjustCompany),
  adjustCompanyMany: locked(adjustCompanyMany),
  convertIn: collected(convertIn),
  convertOut: collected(convertOut),
  transfer: locked(transfer),
  transferMany: locked(transferMany),
  saleIntoAccount: locked(saleIntoAccount),
  serialDeposit: locked(serialDeposit),
  exchange: locked(exchange),
  exchangeMany: locked(exchangeMany),
  exchangeCancel: locked(exchangeCancel),
  expireHolder: collected(expireHolder),
  expireAll,
  expireSerials: locked(expireSerials),
  writeOff: collected(writeOff),
} as const
