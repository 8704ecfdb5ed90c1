import { Batches } from '../../../platform/batches.ts'
import { prepared, runPrepared } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/tables.ts'
import type { Answered, FirstAnswer, PartnerRequest } from '../../points/public.ts'
import { ledgerRows, OptimisticPostingAborted } from '../../points/public.ts'
import type { OptimisticSale } from '../calls/salePort.ts'

/** A request of a partner with its first answer and all that is written with it. */
interface OptimisticAnswer {
  readonly request: PartnerRequest
  readonly sale: OptimisticSale
  readonly response: object
  readonly transactionId: number | null
}

const writeAnswers = prepared(`
  select partner_answer_many($1::json, $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::json, $7::json, $8::json, $9::json,
    $10::json, $11::json, $12::json, $13::json, $14::json, $15::json, $16::json, $17::json) as answered`)

/** As many as a transaction may hold locked at a time without others noticing. */
const sizeMax = 32

/** The number is taken, the member was posted to meanwhile, somebody waits in a circle, or the period was closed. */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01'])

function isConcurrencyConflict(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return conflictCodes.has(code) || constraint === 'point_entry_open_period'
}

/**
 * First answers to requests that are decided without locks: number, posting and answer are committed together or not at all, and those
 * that arrive at the same time in one statement. Each account is in a batch once, so that nobody in it is overtaken by a neighbour. One
 * batch at a time: two would share the processor that one of them has, and each would be half as large.
 */
export class OptimisticAnswers {
  readonly #batches: Batches<OptimisticAnswer, boolean>

  constructor(db: Database) {
    this.#batches = new Batches({ run: (answers) => write(db, answers), keyOf: accountOf, sizeMax, inFlightMax: 1 })
  }

  /**
   * `ledger.answerOnce` without locks.
   *
   * @param work decides through the port; nothing of it is left when it throws
   * @throws OptimisticPostingAborted when it cannot be decided or written like that: `answerOnce` does the work again, with locks
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

  /** Resolves after the commit, with false when another transaction was earlier. Then nothing is left. */
  async #write(answer: OptimisticAnswer): Promise<boolean> {
    try {
      return await this.#batches.add(answer)
    } catch (error) {
      if (isConcurrencyConflict(error)) return false
      throw error
    }
  }
}

const accountOf = ({ sale }: OptimisticAnswer) => sale.posting.account.accountId

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

/** What no row of the batch has costs the database nothing. */
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
