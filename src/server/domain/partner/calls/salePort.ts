import { json } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { type OutboxEvent, writeOutbox } from '../../anomaly/public.ts'
import type { PostingPort, ZeroPointSale } from '../../points/public.ts'
import { LockedRows, ledger, OptimisticPosting, type PrefetchedFacts } from '../../points/public.ts'
import type { Payment } from '../facts/extraRule.ts'
import { type CallFacts, type FactsQuestion, readFacts } from '../facts/readFacts.ts'

/** What a partner told with a sale and the ledger does not keep. */
export interface PartnerSale {
  readonly transactionId: number
  readonly terminalId: string | null
  readonly sentPoints: number | null
  readonly payments: readonly Payment[]
}

/** Where the calls that sell and redeem get their facts, and where all that they leave goes. */
export interface SalePort {
  readonly posting: PostingPort
  /** Company, outlet, member and reward settings as they stand. */
  facts(question: FactsQuestion): Promise<CallFacts>
  insertSale(sale: PartnerSale): Promise<void>
  insertZeroPointSale(sale: ZeroPointSale): Promise<void>
  /** For the rules that run after commit. */
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

/** What was read of a sale or redeem when its call was let in. */
export interface PrefetchedSale {
  readonly facts: CallFacts
  readonly posting: PrefetchedFacts
}

/** Without a transaction: by what was prefetched. What it leaves is kept here, and written together with the answer. */
export class OptimisticSale implements SalePort {
  readonly posting: OptimisticPosting
  readonly #facts: CallFacts
  readonly #sales: object[] = []
  readonly #zeroPointSales: object[] = []
  readonly #events: OutboxEvent[] = []

  constructor({ facts, posting }: PrefetchedSale) {
    this.#facts = facts
    this.posting = new OptimisticPosting(posting)
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
