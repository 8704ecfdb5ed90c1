import type { TxnKind } from '../../../rules/codes.generated.ts'
import type { RuleCode } from './rules/catalog.ts'

/** A posting on a member as the rules see it; everything that partners post is inspected. */
export interface InspectedPosting {
  readonly transactionId: number
  readonly transactionNo: string
  readonly kind: TxnKind
  readonly businessAt: Date
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly memberNo: string
  /** Points of the member's entry, without sign. */
  readonly points: number
  /** NT$ of the sale. */
  readonly amount: number | null
  /** Code that came with the sale. */
  readonly activityCode?: string | null
}

/** A rule that was met inside the posting transaction, and what it measured. */
export interface PostingHit {
  readonly ruleCode: RuleCode
  readonly warningRuleId: number
  /** Count for R01, points for R02 and R03. */
  readonly measured: number
}

/** A posting in JSON. */
export type PostedFacts = Omit<InspectedPosting, 'businessAt'> & { readonly businessAt: string }

/** What is looked at after commit (table anomaly_outbox). */
export type AnomalyEvent =
  | { readonly kind: 'posted'; readonly posting: PostedFacts; readonly hits: readonly PostingHit[] }
  | { readonly kind: 'refused'; readonly posting: PostedFacts; readonly hits: readonly PostingHit[] }
  | { readonly kind: 'activityException'; readonly exceptionId: number }
  | { readonly kind: 'serialAttempt'; readonly attemptId: number }

export function factsOf(posting: InspectedPosting): PostedFacts {
  return { ...posting, businessAt: posting.businessAt.toISOString() }
}
