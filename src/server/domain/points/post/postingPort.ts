import type { Trx } from '../../../platform/database/tables.ts'
import type { AccountRef } from '../domain/kinds.ts'
import type { PeriodChoice, SettlementTerms, Stream } from '../domain/periods.ts'
import type { HolderAccount, LotHolder } from '../domain/posting.ts'
import type { CompanyTerms, WantedLots } from './facts.ts'
import type { Payload } from './payload.ts'
import type { PostingNumber } from './postingNumber.ts'

/** What the ledger gave a written posting. */
export interface WrittenPosting extends PostingNumber {
  /** Number of the debt that it opened. */
  readonly pendingNo: string | null
}

/**
 * Where a use case gets the facts of a posting and where its rows go; what it decides in between knows no database.
 *
 * `LockedRows` reads under locks in a transaction and writes at once; `CollectedRows` does so for many postings together.
 * `OptimisticPosting` has facts that were read before, without a lock, and keeps the rows; they are written together with those of others
 * if nothing has changed until then.
 */
export interface PostingPort {
  /**
   * The terms of companies on a business date (YYYY-MM-DD), by company; each is read once.
   *
   * @throws Error for a company that does not exist: the caller has checked its number
   */
  companyTerms(companyNos: readonly string[], date: string): Promise<ReadonlyMap<string, CompanyTerms>>
  /** Holder accounts that stay unchanged until the posting is written. Ask for all accounts of a use case in one call. */
  holdAccounts(wanted: readonly AccountRef[]): Promise<readonly HolderAccount[]>
  /**
   * Lots with points left, debts oldest first, and whether the owner may spend; for members and corporate members.
   *
   * @throws LedgerRefusal E1201 for a member that does not exist
   */
  readLotHolder(account: HolderAccount, lots: WantedLots): Promise<LotHolder>
  /**
   * The period that takes an entry of a business date: its own, or the earliest open one after it (domain 2.5 step 3).
   *
   * @throws LedgerRefusal M21 when all periods ahead are closed
   */
  choosePeriod(stream: Stream, settlement: SettlementTerms, businessDate: string): Promise<PeriodChoice>
  /** Takes decided postings, all or none; answers in their order. */
  write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]>
  /**
   * For reads that only some postings need.
   *
   * @throws OptimisticPostingAborted where there is no transaction
   */
  transaction(): Trx
  /**
   * The transaction with all postings in it that were written before; for reads and writes that concern postings.
   *
   * @throws OptimisticPostingAborted where there is no transaction
   */
  stored(): Promise<Trx>
}

/** The terms of one company on a business date. */
export async function termsOf(port: PostingPort, companyNo: string, date: string): Promise<CompanyTerms> {
  return (await port.companyTerms([companyNo], date)).get(companyNo) as CompanyTerms
}

/** A fact is needed that was not prefetched, or has changed since. Nothing was written; the caller repeats the work with locks. */
export class OptimisticPostingAborted extends Error {
  constructor(reason: string) {
    super(`this posting needs locks: ${reason}`)
    this.name = 'OptimisticPostingAborted'
  }
}
