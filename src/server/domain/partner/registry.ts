import type { Executor, Trx } from '../../platform/database/tables.ts'
import { type BodyOf, type PartnerCallName, partnerCalls } from './calls/catalog.ts'

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
  /** `fields` is a whole answer that was given before. */
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

type AnyHandler = (db: Executor, call: PartnerCall<unknown>) => Promise<PartnerOutcome>

/** Who answers which call. Areas put their handlers here; a later one replaces what answered until then. */
export class PartnerRegistry {
  readonly #handlers = new Map<PartnerCallName, AnyHandler>()

  register<Name extends PartnerCallName>(name: Name, handler: PartnerHandler<Name>): void {
    // Bodies are checked against the schema of their call before a handler sees them.
    this.#handlers.set(name, handler as unknown as AnyHandler)
  }

  handlerOf(name: PartnerCallName): AnyHandler {
    const handler = this.#handlers.get(name)
    if (!handler) throw new Error(`nobody answers ${name} (${partnerCalls[name].title})`)
    return handler
  }
}
