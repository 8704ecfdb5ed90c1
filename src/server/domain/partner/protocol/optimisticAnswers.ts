import { statementStatus } from '../../../../rules/codes.generated.ts'
import { Batches } from '../../../platform/batches.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database, Executor, Trx } from '../../../platform/database/tables.ts'
import type { NearTransactions, OutboxEvent } from '../../anomaly/public.ts'
import {
  type AccountRef,
  type Answered,
  type CompanyTerms,
  type FirstAnswer,
  type HolderAccount,
  isHolder,
  type LotHolder,
  ledgerRows,
  type NumberedPosting,
  OptimisticPostingAborted,
  type PartnerRequest,
  type Payload,
  type PeriodChoice,
  type PostingPort,
  type SettlementTerms,
  type StoredHolder,
  type Stream,
  sameAccount,
  toLotHolder,
  type WantedLots,
  type WrittenPosting,
  type ZeroPointSale,
} from '../../points/public.ts'
import type { CallFacts } from '../facts/readFacts.ts'
import type { PartnerSale, SalePort } from '../facts/salePort.ts'

// Sales and redeems without locks: they are decided from facts that were read with the admission of the call, and what they leave is
// written for many calls in one statement, if nothing has changed until then.

/** A request of a partner with its first answer and all that is written with it. */
interface OptimisticAnswer {
  readonly request: PartnerRequest
  readonly sale: OptimisticSale
  readonly response: object
  readonly transactionId: number | null
}

/** Each request locks an account until the commit; more at a time would delay others noticeably. */
const sizeMax = 32

/**
 * Answers requests for the first time without locks: number, posting and answer are committed together or not at all, and requests that
 * arrive at the same time share one statement. An account is in a batch at most once, so no request of a batch makes another one outdated.
 * Batches run one at a time: two at once would be half as large and share one processor.
 */
export class OptimisticAnswers {
  readonly #batches: Batches<OptimisticAnswer, boolean>

  constructor(db: Database) {
    this.#batches = new Batches({ run: (answers) => write(db, answers), keyOf: accountOf, sizeMax, inFlightMax: 1 })
  }

  /**
   * Like `ledger.answerOnce`, without locks.
   *
   * @param work decides through the port; nothing is stored when it throws
   * @throws OptimisticPostingAborted when it cannot be decided or written without locks: the caller then runs `answerOnce`
   */
  async answer<T extends object>(
    request: PartnerRequest,
    sale: OptimisticSale,
    work: (sale: OptimisticSale) => Promise<FirstAnswer<T>>,
  ): Promise<Answered<T>> {
    const { response, transactionId } = await work(sale)
    if (sale.posting.decided && transactionId === null) throw new OptimisticPostingAborted('a late expiry alone')
    if (!(await this.#write({ request, sale, response, transactionId }))) throw new OptimisticPostingAborted('another one was earlier')
    return { response, replayed: false }
  }

  /** Resolves after the commit. False: another transaction was faster, and nothing was stored. */
  async #write(answer: OptimisticAnswer): Promise<boolean> {
    try {
      return await this.#batches.add(answer)
    } catch (error) {
      if (isConcurrencyConflict(error)) return false
      throw error
    }
  }
}

/** The facts of a sale or redeem that were read with the admission of its call. */
export interface PrefetchedSale {
  readonly facts: CallFacts
  readonly posting: PrefetchedFacts
  /** Null when no rule counted them as the call came in, or there were too many. */
  readonly near: NearTransactions | null
}

/** A sale without a transaction: it returns prefetched facts, and keeps its rows until they are written with the answer. */
export class OptimisticSale implements SalePort {
  readonly posting: OptimisticPosting
  readonly near: NearTransactions | null
  readonly #db: Database
  readonly #facts: CallFacts
  readonly #sales: object[] = []
  readonly #zeroPointSales: object[] = []
  readonly #events: OutboxEvent[] = []

  /** @param db for parameters only */
  constructor(db: Database, { facts, posting, near }: PrefetchedSale) {
    this.#db = db
    this.#facts = facts
    this.posting = new OptimisticPosting(posting)
    this.near = near
  }

  settings(): Executor {
    return this.#db
  }

  transaction(): Trx {
    return this.posting.transaction()
  }

  /** Rows of partner_sale. */
  get sales(): readonly object[] {
    return this.#sales
  }

  /** Rows of partner_pointless_sale. */
  get zeroPointSales(): readonly object[] {
    return this.#zeroPointSales
  }

  get events(): readonly OutboxEvent[] {
    return this.#events
  }

  async facts(): Promise<CallFacts> {
    return this.#facts
  }

  async insertSale({ transactionId, terminalId, sentPoints, payments }: PartnerSale): Promise<void> {
    this.#sales.push({ transaction_id: transactionId, terminal_id: terminalId, sent_points: sentPoints, payments })
  }

  async insertZeroPointSale({ platformNo, externalTxnNo, companyNo, amount, now }: ZeroPointSale): Promise<void> {
    const row = { platform_no: platformNo, external_txn_no: externalTxnNo, company_no: companyNo, amount, created_at: now }
    this.#zeroPointSales.push(row)
  }

  async leaveEvent(event: OutboxEvent): Promise<void> {
    this.#events.push(event)
  }
}

/**
 * The facts for one posting on one member, read in one statement without a lock. They hold while the version of the account is unchanged;
 * the write compares it under the row lock (`partner_claim_many`), so nothing that rests on an older state is stored.
 */
export interface PrefetchedFacts {
  readonly account: HolderAccount
  readonly holder: StoredHolder
  /** True: only lots past their last day were read, which is enough for a posting that takes no points. */
  readonly isExpiredOnly: boolean
  readonly businessDate: string
  /** Terms of the company on the business date. */
  readonly terms: CompanyTerms
  /** Periods of the company that hold the business date, whatever their status. */
  readonly periods: readonly { readonly id: number; readonly stream: Stream; readonly status: string }[]
  /** Number taken from the sequence for the posting; lost when nothing is posted. */
  readonly transactionId: number
  readonly transactionNo: string
}

/** One posting on one member, decided from prefetched facts. A question that these cannot answer throws OptimisticPostingAborted. */
export class OptimisticPosting implements PostingPort {
  readonly #facts: PrefetchedFacts
  #decided: NumberedPosting | null = null

  constructor(facts: PrefetchedFacts) {
    this.#facts = facts
  }

  /** The member's account; it must still have this version when the rows are written. */
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

  async stored(): Promise<Trx> {
    return this.transaction()
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
    return toLotHolder(account.account, holder)
  }

  /** Takes no lock: `partner_claim_many` checks that the period is still open, and locks it until the commit. */
  async choosePeriod(stream: Stream, { companyNo }: SettlementTerms): Promise<PeriodChoice> {
    const { periods, terms } = this.#facts
    const period = periods.find((each) => each.stream === stream && each.status === statementStatus.open)
    if (!period || companyNo !== terms.companyNo) throw new OptimisticPostingAborted('a period that is not open')
    return { periodId: period.id, isLate: false }
  }

  /** Keeps the posting under its prefetched number. The write locks the member's account only, so the posting may move no other holder. */
  async write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    const [payload, ...others] = postings
    const { transactionId, transactionNo } = this.#facts
    const isSecond = others.length > 0 || this.#decided !== null
    if (!payload || isSecond || !movesOneHolder(payload)) throw new OptimisticPostingAborted('more than one posting on one holder')
    this.#decided = { payload, number: { transactionId, transactionNo } }
    return [{ transactionId, transactionNo, pendingNo: null }]
  }
}

function movesOneHolder({ holders, new_debt, debt_changes }: Payload): boolean {
  return holders.length === 1 && new_debt === null && debt_changes.length === 0
}

const accountOf = ({ sale }: OptimisticAnswer) => sale.posting.account.accountId

const writeAnswers = prepared(`
  select partner_answer_many($1::json, $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::json, $7::json, $8::json, $9::json,
    $10::json, $11::json, $12::json, $13::json, $14::json, $15::json, $16::json, $17::json) as answered`)

async function write(db: Database, answers: readonly OptimisticAnswer[]): Promise<readonly boolean[]> {
  const postings = answers.flatMap(({ sale }, index) => (sale.posting.decided ? [{ place: index + 1, ...sale.posting.decided }] : []))
  const periodIds = postings.flatMap(({ payload }) => payload.entries.flatMap(({ period_id }) => period_id ?? []))
  // A request that posts nothing needs no account.
  const accounts = answers.map(({ sale }) => (sale.posting.decided ? sale.posting.account : null))
  const [row] = await runPrepared<{ answered: readonly number[] }>(db, writeAnswers, [
    JSON.stringify(answers.map(requestOf)),
    accounts.map((account) => account?.accountId ?? null),
    accounts.map((account) => account?.version ?? null),
    answers.map(({ transactionId }) => transactionId),
    [...new Set(periodIds)],
    ...ledgerRows(postings),
    listOrNull(answers.flatMap(({ sale }, index) => salesOf(sale, index + 1))),
    listOrNull(answers.flatMap(({ sale }, index) => sale.events.map((event) => ({ ...event, place: index + 1 })))),
  ])
  const answered = new Set(row?.answered)
  return answers.map((_, index) => answered.has(index + 1))
}

/** Null instead of an empty list: `partner_answer_many` then skips the table. */
const listOrNull = (list: readonly object[]) => (list.length === 0 ? null : JSON.stringify(list))

function salesOf({ sales, zeroPointSales }: OptimisticSale, place: number): readonly object[] {
  return [...sales, ...zeroPointSales].map((sale) => ({ ...sale, place }))
}

function requestOf({ request, response, transactionId }: OptimisticAnswer, index: number) {
  const { platformNo, externalTxnNo, kind, requestHash, now } = request
  return {
    place: index + 1,
    platform: platformNo,
    external_no: externalTxnNo,
    txn_kind: kind,
    hash: requestHash,
    at: now,
    posted_id: transactionId,
    answer: response,
  }
}

/**
 * SQLSTATEs of a lost race: unique violation (the number is taken), serialization failure (the account has moved), deadlock. A period
 * closed meanwhile shows as a constraint.
 */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01'])

function isConcurrencyConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return conflictCodes.has(code) || constraint === 'point_entry_open_period'
}
