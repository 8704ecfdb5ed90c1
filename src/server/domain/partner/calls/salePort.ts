import { json } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { type OutboxEvent, writeOutbox } from '../../anomaly/public.ts'
import { LockedRows, ledger, type PostingPort, type ZeroPointSale } from '../../points/public.ts'
import type { Payment } from '../facts/extraRule.ts'
import { type CallFacts, type FactsQuestion, readFacts } from '../facts/readFacts.ts'

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
  readonly #trx: Trx

  constructor(trx: Trx) {
    this.#trx = trx
    this.posting = new LockedRows(trx)
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
