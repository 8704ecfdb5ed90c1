import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { type BodyOf, type PartnerCallName, partnerCalls } from './catalog/catalog.ts'
import { LockedSale, type SalePort } from './facts/salePort.ts'

/** A request of a partner that passed every check of the protocol. */
export interface PartnerCall<Body> {
  readonly platformNo: string
  /** Companies that the platform may act for. */
  readonly companyNos: ReadonlySet<string>
  readonly address: string
  readonly now: Date
  readonly body: Body
  /** For the ledger's `source`. */
  readonly requestHash: string
}

/** What a handler answers; code, message and `replayed` are added by the API. */
export interface PartnerOutcome {
  readonly fields: Readonly<Record<string, unknown>>
  /** The posting that the call made; null or absent when it made none. */
  readonly transactionId?: number | null
  readonly transactionNo?: string | null
  /** True: `fields` is a complete stored answer. */
  readonly isStoredAnswer?: true
}

type ReadingCall = { [Name in PartnerCallName]: (typeof partnerCalls)[Name]['kind'] extends null ? Name : never }[PartnerCallName]

/**
 * Does the work of one call. Calls that write get the transaction in which their number was claimed: everything they write commits with
 * the answer, or not at all. It may run several times (retries) and says no by `PartnerRefusal` or `LedgerRefusal`.
 */
export type PartnerHandler<Name extends PartnerCallName> = (
  db: Name extends ReadingCall ? Executor : Trx,
  call: PartnerCall<BodyOf<Name>>,
) => Promise<PartnerOutcome>

/**
 * Checks what a caller could guess (a pin, a number) before the call has a transaction, and commits the count of wrong tries. In the call's
 * own transaction a refusal would roll the count back, and guessing would be free. It never refuses the call itself: a request that was
 * answered before gets its stored answer, whatever the check finds now. Not run for calls that only read.
 */
export type PartnerExaminer<Name extends PartnerCallName, Verdict> = (db: Database, call: PartnerCall<BodyOf<Name>>) => Promise<Verdict>

/** A handler that also receives the verdict of its examiner. */
export type ExaminedHandler<Name extends PartnerCallName, Verdict> = (
  trx: Trx,
  call: PartnerCall<BodyOf<Name>>,
  verdict: Verdict,
) => Promise<PartnerOutcome>

/** The most frequent calls. Their handlers get a port instead of a transaction, so that they can run without one. */
export type SaleCallName = 'points/issue' | 'points/redeem'

/** A {@link PartnerHandler} that reads and writes through a port. */
export type SaleHandler<Name extends SaleCallName> = (port: SalePort, call: PartnerCall<BodyOf<Name>>) => Promise<PartnerOutcome>

type AnySaleHandler = (port: SalePort, call: PartnerCall<unknown>) => Promise<PartnerOutcome>
type AnyHandler = (db: Executor, call: PartnerCall<unknown>, verdict?: unknown) => Promise<PartnerOutcome>
type AnyExaminer = (db: Database, call: PartnerCall<unknown>) => Promise<unknown>

/** The handlers of all calls, registered by their areas. A later registration replaces an earlier one. */
export class PartnerRegistry {
  readonly #handlers = new Map<PartnerCallName, AnyHandler>()
  readonly #examiners = new Map<PartnerCallName, AnyExaminer>()
  readonly #sales = new Map<PartnerCallName, AnySaleHandler>()

  register<Name extends PartnerCallName>(name: Name, handler: PartnerHandler<Name>): void {
    // Bodies are checked against the schema of their call before a handler sees them.
    this.#handlers.set(name, handler as unknown as AnyHandler)
    this.#examiners.delete(name)
    this.#sales.delete(name)
  }

  /** Like `register`, for a call that may be decided without a transaction. */
  registerSale<Name extends SaleCallName>(name: Name, handler: SaleHandler<Name>): void {
    const anyHandler = handler as unknown as AnySaleHandler
    this.#handlers.set(name, (db, call) => anyHandler(new LockedSale(db as Trx), call))
    this.#examiners.delete(name)
    this.#sales.set(name, anyHandler)
  }

  /** Like `register`, for a call with a secret that could be guessed, such as a pin. */
  registerExamined<Name extends Exclude<PartnerCallName, ReadingCall>, Verdict>(
    name: Name,
    examine: PartnerExaminer<Name, Verdict>,
    handler: ExaminedHandler<Name, Verdict>,
  ): void {
    this.#handlers.set(name, handler as unknown as AnyHandler)
    this.#examiners.set(name, examine as unknown as AnyExaminer)
  }

  /** Undefined for calls without a secret that could be guessed. */
  examinerOf(name: PartnerCallName): AnyExaminer | undefined {
    return this.#examiners.get(name)
  }

  /** Undefined for calls that need a transaction. */
  saleHandlerOf(name: PartnerCallName): AnySaleHandler | undefined {
    return this.#sales.get(name)
  }

  handlerOf(name: PartnerCallName): AnyHandler {
    const handler = this.#handlers.get(name)
    if (!handler) throw new Error(`nobody answers ${name} (${partnerCalls[name].title})`)
    return handler
  }
}
