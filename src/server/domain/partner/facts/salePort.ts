import { json } from '../../../platform/database/json.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { type NearTransactions, type OutboxEvent, writeOutbox } from '../../anomaly/public.ts'
import { LockedRows, ledger, type PostingPort, type ZeroPointSale } from '../../points/public.ts'
import type { Payment } from './extraRule.ts'
import { type CallFacts, type FactsQuestion, readFacts } from './readFacts.ts'

/** What a partner sent with a sale and the ledger has no columns for. */
export interface PartnerSale {
  readonly transactionId: number
  readonly terminalId: string | null
  readonly sentPoints: number | null
  readonly payments: readonly Payment[]
}

/**
 * Where the calls that sell and redeem read their facts and write their rows: with locks ({@link LockedSale}) or without
 * (`OptimisticSale`).
 */
export interface SalePort {
  readonly posting: PostingPort
  /** Other transactions of the member around this one, where they were read before; null: they are asked for when a rule counts them. */
  readonly near: NearTransactions | null
  /** For parameters, which rest on no lock. */
  settings(): Executor
  /** @throws OptimisticPostingAborted where there is none */
  transaction(): Trx
  /** Company, outlet, member and reward settings as they stand. */
  facts(question: FactsQuestion): Promise<CallFacts>
  insertSale(sale: PartnerSale): Promise<void>
  insertZeroPointSale(sale: ZeroPointSale): Promise<void>
  /** Hands an event to the anomaly rules that run after the commit. */
  leaveEvent(event: OutboxEvent): Promise<void>
}

/** In the transaction in which the number of the request was claimed. */
export class LockedSale implements SalePort {
  readonly posting: LockedRows
  readonly near = null
  readonly #trx: Trx

  constructor(trx: Trx) {
    this.#trx = trx
    this.posting = new LockedRows(trx)
  }

  settings(): Executor {
    return this.#trx
  }

  transaction(): Trx {
    return this.#trx
  }

  facts(question: FactsQuestion): Promise<CallFacts> {
    return readFacts(this.#trx, question)
  }

  async insertSale({ payments, ...sale }: PartnerSale): Promise<void> {
    await this.#trx
      .insertInto('partnerSale')
      .values({ ...sale, payments: json(payments) })
      .execute()
  }

  insertZeroPointSale(sale: ZeroPointSale): Promise<void> {
    return ledger.insertZeroPointSale(this.#trx, sale)
  }

  leaveEvent(event: OutboxEvent): Promise<void> {
    return writeOutbox(this.#trx, event)
  }
}
