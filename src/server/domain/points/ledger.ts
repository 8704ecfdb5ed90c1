import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { findMemberNo, registerMember } from './members.ts'
import { answerDraft, answerOnce } from './post/idempotency.ts'
import { checkBusinessTime } from './post/occasion.ts'
import { keepPointlessSale, returnPointlessSale } from './post/originals.ts'
import { adjustCompanyMany, adjustMany } from './usecases/adjustMany.ts'
import { issue } from './usecases/award.ts'
import { adjustAdd, adjustCompany, adjustDeduct, convertIn, saleIntoAccount, serialDeposit, writeOff } from './usecases/credits.ts'
import { expireAll, expireHolder } from './usecases/expiry.ts'
import { exchangeCancel, issueReturn, redeemReturn } from './usecases/returns.ts'
import { convertOut, exchange, redeem } from './usecases/spending.ts'
import { expireSerials, transfer } from './usecases/transfers.ts'

/**
 * The public face of the points ledger: the only way to move points.
 *
 * Postings take the transaction of their use case (`run` opens it, with retries), decide with the pure rules of `domain/`, and write in
 * one go; a `LedgerRefusal` says no, and nothing of that posting is left. Requests of partners go through `answerOnce`, which makes their
 * external number count once for ever (`answerDraft`: the same without locks while it is decided). Post to several holders in one transaction in ascending order of their accounts, or let `run` retry.
 */
export const ledger = {
  run: transactWithRetry,
  answerOnce,
  answerDraft,
  checkBusinessTime,
  keepPointlessSale,
  returnPointlessSale,
  findMemberNo,
  registerMember,
  issue,
  redeem,
  issueReturn,
  redeemReturn,
  adjustAdd,
  adjustDeduct,
  adjustMany,
  adjustCompany,
  adjustCompanyMany,
  convertIn,
  convertOut,
  transfer,
  saleIntoAccount,
  serialDeposit,
  exchange,
  exchangeCancel,
  expireHolder,
  expireAll,
  expireSerials,
  writeOff,
} as const
