import type { Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { checkBusinessTime } from './domain/posting.ts'
import { findMemberNo, registerMember } from './members.ts'
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

/** The rows of transactions whose use cases read terms and periods once for all of them. */
const shared = new WeakMap<Trx, LockedRows>()

/** A use case in a transaction that its caller has opened. */
function locked<Args extends readonly unknown[], Result>(post: (rows: LockedRows, ...args: Args) => Promise<Result>) {
  return (trx: Trx, ...args: Args): Promise<Result> => post(shared.get(trx) ?? new LockedRows(trx), ...args)
}

/**
 * Runs a work of thousands of postings in one transaction. It may neither change terms of companies nor close periods, and undoes no
 * posting: what the postings read of these is read once for all of them.
 */
async function readingOnce<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  shared.set(trx, new LockedRows(trx))
  try {
    return await work()
  } finally {
    shared.delete(trx)
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
  readingOnce,
  answerOnce,
  checkBusinessTime,
  insertZeroPointSale,
  returnZeroPointSale,
  findMemberNo,
  registerMember,
  issue: locked(issue),
  issueMany: locked(issueMany),
  redeem: locked(redeem),
  issueReturn: locked(issueReturn),
  redeemReturn: locked(redeemReturn),
  adjustAdd: locked(adjustAdd),
  adjustDeduct: locked(adjustDeduct),
  adjustMany: locked(adjustMany),
  adjustCompany: locked(adjustCompany),
  adjustCompanyMany: locked(adjustCompanyMany),
  convertIn: locked(convertIn),
  convertOut: locked(convertOut),
  transfer: locked(transfer),
  transferMany: locked(transferMany),
  saleIntoAccount: locked(saleIntoAccount),
  serialDeposit: locked(serialDeposit),
  exchange: locked(exchange),
  exchangeMany: locked(exchangeMany),
  exchangeCancel: locked(exchangeCancel),
  expireHolder: locked(expireHolder),
  expireAll,
  expireSerials: locked(expireSerials),
  writeOff: locked(writeOff),
} as const
