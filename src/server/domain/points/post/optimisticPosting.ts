import { statementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { type AccountRef, isHolder, sameAccount } from '../domain/kinds.ts'
import type { SettlementTerms, Stream } from '../domain/periods.ts'
import type { LotHolder } from '../domain/posting.ts'
import type { NumberedPosting } from './ledgerRows.ts'
import type { Payload } from './payload.ts'
import {
  type HolderAccount,
  OptimisticPostingAborted,
  type PeriodChoice,
  type PostingPort,
  type WantedLots,
  type WrittenPosting,
} from './postingPort.ts'
import { lotHolderOf, type StoredHolder } from './storedHolder.ts'
import type { CompanyTerms } from './terms.ts'

/**
 * What one read brought of a posting on one member: no lock is held. It holds for as long as the version of the account does, which the
 * write compares under the row lock (`partner_claim_many`), so nothing that was decided from an older state is ever written.
 */
export interface PrefetchedFacts {
  readonly account: HolderAccount
  readonly holder: StoredHolder
  /** Only the lots past their day were read. */
  readonly isExpiredOnly: boolean
  readonly businessDate: string
  /** Terms of the company on the business date. */
  readonly terms: CompanyTerms
  /** Periods of the company that hold the business date, whatever their status. */
  readonly periods: readonly { readonly id: number; readonly stream: Stream; readonly status: string }[]
  /** Taken for the posting that may follow. */
  readonly transactionId: number
  readonly transactionNo: string
}

function movesOneHolder({ holders, new_debt, debt_changes }: Payload): boolean {
  return holders.length === 1 && new_debt === null && debt_changes.length === 0
}

/** One posting on one member, decided from prefetched facts. Whatever they do not tell aborts it. */
export class OptimisticPosting implements PostingPort {
  readonly #facts: PrefetchedFacts
  #decided: NumberedPosting | null = null

  constructor(facts: PrefetchedFacts) {
    this.#facts = facts
  }

  /** The member's account as it has to be when the rows are written. */
  get account(): HolderAccount {
    return this.#facts.account
  }

  /** What is to be written; null until something was posted. */
  get decided(): NumberedPosting | null {
    return this.#decided
  }

  transaction(): Trx {
    throw new OptimisticPostingAborted('a query that was not foreseen')
  }

  async companyTerms(companyNos: readonly string[], date: string): Promise<ReadonlyMap<string, CompanyTerms>> {
    const { terms, businessDate } = this.#facts
    if (companyNos.some((companyNo) => companyNo !== terms.companyNo || date !== businessDate)) {
      throw new OptimisticPostingAborted('terms of another company or day')
    }
    return new Map(companyNos.map((companyNo) => [companyNo, terms]))
  }

  async holdAccounts(wanted: readonly AccountRef[]): Promise<readonly HolderAccount[]> {
    const { account } = this.#facts
    if (wanted.some((each) => isHolder(each) && !sameAccount(each, account.account))) throw new OptimisticPostingAborted('another holder')
    return [account]
  }

  async readLotHolder(_account: HolderAccount, lots: WantedLots): Promise<LotHolder> {
    const { account, holder, isExpiredOnly } = this.#facts
    if (lots === 'all' && isExpiredOnly) throw new OptimisticPostingAborted('more lots')
    if (this.#decided !== null) throw new OptimisticPostingAborted('the holder after the posting')
    return lotHolderOf(account.account, holder)
  }

  /** Without a lock: the write looks at the period again, and keeps it open until it is committed. */
  async choosePeriod(stream: Stream, { companyNo }: SettlementTerms): Promise<PeriodChoice> {
    const { periods, terms } = this.#facts
    const period = periods.find((each) => each.stream === stream && each.status === statementStatus.open)
    if (!period || companyNo !== terms.companyNo) throw new OptimisticPostingAborted('a period that is not open')
    return { periodId: period.id, isLate: false }
  }

  /** Keeps the posting, under the number that was taken for it. Only the member's account is locked when it is written. */
  async write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    const [payload, ...others] = postings
    const { transactionId, transactionNo } = this.#facts
    const isSecond = others.length > 0 || this.#decided !== null
    if (!payload || isSecond || !movesOneHolder(payload)) throw new OptimisticPostingAborted('more than one posting on one holder')
    this.#decided = { payload, number: { transactionId, transactionNo } }
    return [{ transactionId, transactionNo, pendingNo: null }]
  }
}
