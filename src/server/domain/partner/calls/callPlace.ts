import type { Executor } from '../../../platform/database/tables.ts'
import { assertContract, findStore, getCompanyOrThrow } from '../facts/checkPlace.ts'
import { type CallFacts, type FactsQuestion, readFacts } from '../facts/readFacts.ts'
import type { PartnerCall } from '../registry.ts'
import { momentOf, type PostingServices, type WritingBody } from './posting.ts'

/** When and where a call happened. */
export interface CallPlace {
  readonly businessAt: Date
  /** Taipei. */
  readonly businessDate: string
  /** Null when the call names none. */
  readonly retailStoreNo: string | null
  readonly facts: CallFacts
}

/**
 * Checks a call up to its member: a time that may still be posted, a company under contract on that day, an outlet that is known.
 *
 * @throws PartnerRefusal E1101, E1102, E1103
 * @throws LedgerRefusal E1016
 */
export async function getCallPlaceOrThrow(
  db: Executor,
  services: PostingServices,
  call: PartnerCall<WritingBody & FactsQuestion>,
): Promise<CallPlace> {
  const { businessAt, businessDate } = await momentOf(db, services, call)
  const facts = await readFacts(db, call.body)
  assertContract(getCompanyOrThrow(call, facts), businessDate)
  return { businessAt, businessDate, facts, retailStoreNo: findStore(call, facts)?.retailStoreNo ?? null }
}
