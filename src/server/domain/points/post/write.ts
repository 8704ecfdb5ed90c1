import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/tables.ts'
import { type AccountRef, sameAccount } from '../domain/kinds.ts'
import { holdersOf, type PostingPlan } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { type Draft, DraftLeftError, draftOf } from './draft.ts'
import { type LockedAccount, lockHolders } from './holders.ts'
import { businessDateOf, type Occasion, type OccasionDetail } from './occasion.ts'
import { draftedPosting, type Payload, payloadOf } from './payload.ts'
import { billedCompanies, type ChosenPeriods, choosePeriods } from './periods.ts'
import { readCompanyTerms } from './terms.ts'

export interface PlannedPosting {
  readonly plan: PostingPlan
  readonly occasion: Occasion
  readonly detail: OccasionDetail
}

/** A written transaction. */
export interface Posted {
  readonly transactionId: number
  readonly transactionNo: string
  /** Number of the debt that it opened. */
  readonly pendingNo: string | null
  /** Balances of the holder accounts after it. */
  readonly holders: readonly LockedAccount[]
}

export function balanceOf(posted: Pick<Posted, 'holders'>, account: AccountRef): number {
  return posted.holders.find((holder) => sameAccount(holder.account, account))?.balance ?? 0
}

/** Prepaid points, corporate and serial points never go below zero (I11); the database holds it again. */
function refuseOverdraft(plan: PostingPlan, locked: readonly LockedAccount[]): void {
  for (const holder of locked) {
    if (holder.account.class === 'MEMBER') continue
    const change = plan.legs.filter((leg) => sameAccount(leg.account, holder.account)).reduce((total, leg) => total + leg.points, 0)
    if (change < 0 && holder.balance + change < 0) {
      throw new LedgerRefusal(holder.account.class === 'PREPAID' ? 'E1107' : 'M22')
    }
  }
}

/** What would be written is kept, under the number that the draft has. */
function keepInDraft(draft: Draft, payload: Payload, holders: readonly LockedAccount[]): Posted {
  const { transactionId, transactionNo } = draft
  const posting = draftedPosting(payload, transactionId, transactionNo)
  if (draft.posting !== null || posting === null) throw new DraftLeftError('a second posting, or one that is written by itself')
  draft.posting = posting
  return { transactionId, transactionNo, pendingNo: null, holders }
}

/**
 * Writes decided postings in one round trip, all or none (domain 2.5 steps 3 and 5).
 *
 * @param locked every holder account of the plans, from `lockHolders` in this transaction
 */
export async function writePostings(
  trx: Trx,
  locked: readonly LockedAccount[],
  postings: readonly PlannedPosting[],
): Promise<readonly Posted[]> {
  if (postings.length === 0) return []
  const draft = draftOf(trx)
  if (draft && postings.length > 1) throw new DraftLeftError('more than one posting')
  let holders = locked
  const chosen: ChosenPeriods = new Map()
  const payloads: unknown[] = []
  const afters: (readonly LockedAccount[])[] = []
  for (const posting of postings) {
    refuseOverdraft(posting.plan, holders)
    const businessDate = businessDateOf(posting.occasion)
    const terms = await readCompanyTerms(trx, billedCompanies(posting.plan), businessDate)
    const periods = await choosePeriods(trx, posting.plan, terms, businessDate, chosen)
    const { payload, after } = payloadOf({ ...posting, locked: holders, periods })
    if (draft) return [keepInDraft(draft, payload, after)]
    payloads.push(payload)
    afters.push(after)
    holders = after
  }
  const { rows } = await sql<Omit<Posted, 'holders'>>`
    select transaction_id, transaction_no, pending_no from ledger_write(${JSON.stringify(payloads)}::jsonb)`.execute(trx)
  return rows.map((row, index) => ({ ...row, holders: afters[index] ?? [] }))
}

/** Locks the holders of a plan that needs nothing read before (no lots), and writes it. */
export async function postPlain(trx: Trx, posting: PlannedPosting): Promise<Posted> {
  const locked = await lockHolders(trx, holdersOf(posting.plan))
  const [posted] = await writePostings(trx, locked, [posting])
  if (!posted) throw new Error('nothing was written')
  return posted
}
