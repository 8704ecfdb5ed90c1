// What others may use of the ledger: nobody outside imports another file of this area.

export { costEntry, planAdjustCompany, planAdjustDeduct } from './domain/adjust.ts'
export { mulDivHalfUp } from './domain/arithmetic.ts'
export { planCredit } from './domain/credit.ts'
export { planExpire } from './domain/expire.ts'
export { type ExpiryRule, endOfNextYear, expireDateOf, expiryOf } from './domain/expiryDate.ts'
export { type ActivityPoints, type AwardPart, awardParts, type IssueInput, planIssue } from './domain/issue.ts'
export { type DebtLimit, planIssueReturn, type ReturnRequest, type SaleLot, type SourceEntry } from './domain/issueReturn.ts'
export { type AccountClass, type AccountRef, isHolder, platformOwner, sameAccount } from './domain/kinds.ts'
export { type Period, type PeriodChoice, periodOf, type SettlementTerms, type Stream, streamOf } from './domain/periods.ts'
export {
  businessDateOf,
  entryDefaults,
  type HolderAccount,
  holdersOf,
  type LotHolder,
  lotHolderOf,
  type PostingContext,
  type PostingDetail,
  type PostingPlan,
} from './domain/posting.ts'
export { LedgerRefusal, postingRefusals } from './domain/refusals.ts'
export { planRestore } from './domain/restore.ts'
export type { ActivityRule, ExtraRule, RewardFormula, SaleRule } from './domain/saleRule.ts'
export { planSpend, type RedeemRules } from './domain/spend.ts'
export { planTransfer } from './domain/transfer.ts'
export { planWriteOff } from './domain/writeOff.ts'
export { ledger } from './ledger.ts'
export { boundCard, findMemberNo, luhnDigit, type MemberRef, memberNoOf, type NewMember, registerMembers } from './members.ts'
export { type CompanyTerms, readTerms, type StoredHolder, type StoredTerms, termsOn, toLotHolder, type WantedLots } from './post/facts.ts'
export { type Answered, answerAgain, type FirstAnswer, type PartnerRequest, wasAnswered } from './post/idempotency.ts'
export { ledgerRows, type NumberedPosting, numberedRows, writeNumbered } from './post/ledgerRows.ts'
export { LockedRows } from './post/lockedRows.ts'
export type { ZeroPointSale } from './post/originals.ts'
export { type Payload, payloadOf } from './post/payload.ts'
export { type PostingNumber, postingNumberOf } from './post/postingNumber.ts'
export { OptimisticPostingAborted, type PostingPort, type WrittenPosting } from './post/postingPort.ts'
export type { Posted } from './post/write.ts'
export type { Adjustment } from './usecases/adjustMany.ts'
export { buildCompanyDays } from './usecases/companyDays.ts'
export type { AdjustedHolder } from './usecases/credits.ts'
// Sales and redeems of partners may be decided without locks, so they take a port; `ledger.issue` and `ledger.redeem` take a transaction.
export { type IssueRequest, type IssueResult, issue as issueThrough, type JudgedActivities } from './usecases/issue.ts'
export type { IssuedOne, ManyJudge } from './usecases/issueMany.ts'
export { redeem as redeemThrough } from './usecases/spending.ts'
export type { TransferInput } from './usecases/transfers.ts'
export { type AreaCheck, runAreaChecks } from './verify/areaChecks.ts'
export { isOlderSchema } from './verify/olderSchema.ts'
export {
  assertSound,
  connectionsOf,
  type InvariantResult,
  isSound,
  lineOf,
  placesMax,
  verifyLedger,
} from './verify/verifyLedger.ts'
