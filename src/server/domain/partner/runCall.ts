import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import type { KeyedSemaphore } from '../../platform/keyedSemaphore.ts'
import type { AnomalyInspector } from '../anomaly/public.ts'
import {
  type Answered,
  answerAgain,
  type FirstAnswer,
  ledger,
  OptimisticPostingAborted,
  type PartnerRequest,
  wasAnswered,
} from '../points/public.ts'
import { kindOf, type PartnerCallName, partnerCalls } from './calls/catalog.ts'
import { checkBody, contentHash } from './calls/checkBody.ts'
import { OptimisticSale } from './calls/salePort.ts'
import type { PartnerAnswer } from './protocol/answer.ts'
import type { PrefetchedCall } from './protocol/callPrefetcher.ts'
import { PartnerRefusal, partnerCodes } from './protocol/codes.ts'
import type { OptimisticAnswers } from './protocol/optimisticAnswers.ts'
import type { KnownPlatform } from './protocol/platformCache.ts'
import type { PartnerCall, PartnerOutcome, PartnerRegistry } from './registry.ts'

export interface CallServices {
  readonly db: Database
  readonly registry: PartnerRegistry
  readonly anomaly: AnomalyInspector
  readonly optimistic: OptimisticAnswers
  /** Calls of a company that hold a connection and may wait for locks: not so many that none is left for the others. */
  readonly companies: KeyedSemaphore
}

/** A call after decryption. */
export interface DecryptedCall {
  readonly name: PartnerCallName
  readonly platform: KnownPlatform
  readonly address: string
  readonly now: Date
  readonly body: unknown
  /** What was read when it was let in. */
  readonly prefetched: PrefetchedCall | null
}

export interface AnsweredCall {
  readonly answer: PartnerAnswer
  readonly replayed: boolean
}

function answerOf({ fields, transactionNo = null }: PartnerOutcome): PartnerAnswer {
  return { code: '0000', message: partnerCodes['0000'].text, transactionNo, ...fields }
}

function firstAnswerOf(outcome: PartnerOutcome): FirstAnswer<PartnerAnswer> {
  return { response: answerOf(outcome), transactionId: outcome.transactionId ?? null }
}

/** A warning stays although its rule refused the call. */
async function rememberRefusal({ db, anomaly }: CallServices, refusal: unknown): Promise<void> {
  if (refusal instanceof Error && refusal.name === 'AnomalyRefusal') await transact(db, (trx) => anomaly.rememberRefusal(trx, refusal))
}

/**
 * Function allowed, schema, idempotency, business: every check after decryption, in the order of domain 8.
 *
 * @throws PartnerRefusal or LedgerRefusal; nothing of the call is left then
 */
export async function runCall(
  services: CallServices,
  { name, platform, address, now, body, prefetched }: DecryptedCall,
): Promise<AnsweredCall> {
  const { api } = partnerCalls[name]
  if (api !== null && !platform.allowedApis.has(api)) throw new PartnerRefusal('E1006')
  checkBody(name, body)
  const { platformNo, companyNos } = platform
  const requestHash = contentHash(name, body)
  const call: PartnerCall<unknown> = { platformNo, companyNos, address, now, body, requestHash }
  const handler = services.registry.handlerOf(name)
  const kind = kindOf(name, body)
  if (kind === null) {
    const outcome = await handler(services.db, call)
    return { answer: answerOf(outcome), replayed: outcome.isStoredAnswer ?? false }
  }
  const { externalTxnNo, companyNo } = body as { readonly externalTxnNo: string; readonly companyNo: string }
  const request = { platformNo, externalTxnNo, kind, requestHash, now }
  const verdict = await examine(services, { name, request, call, companyNo })
  const sell = services.registry.saleHandlerOf(name)
  const works: Works = {
    locked: async (trx) => firstAnswerOf(await handler(trx, call, verdict)),
    optimistic: sell ? async (sale) => firstAnswerOf(await sell(sale, call)) : null,
  }
  try {
    const { response, replayed } = await answerFirst(services, { request, companyNo, prefetched, works })
    return { answer: response, replayed }
  } catch (refusal) {
    await rememberRefusal(services, refusal)
    throw refusal
  }
}

interface ExamineInput {
  readonly name: PartnerCallName
  readonly request: PartnerRequest
  readonly call: PartnerCall<unknown>
  readonly companyNo: string
}

/** What the call shows that can be guessed is judged and counted before the call has a transaction; once for each answer. */
async function examine({ db, registry, companies }: CallServices, { name, request, call, companyNo }: ExamineInput): Promise<unknown> {
  const examiner = registry.examinerOf(name)
  if (!examiner || (await wasAnswered(db, request))) return undefined
  return companies.run(companyNo, () => examiner(db, call))
}

/** Ways to do the work of a call. */
interface Works {
  readonly locked: (trx: Trx) => Promise<FirstAnswer<PartnerAnswer>>
  /** Null for calls that need a transaction. */
  readonly optimistic: ((sale: OptimisticSale) => Promise<FirstAnswer<PartnerAnswer>>) | null
}

interface AnswerFirstInput {
  readonly request: PartnerRequest
  readonly companyNo: string
  readonly prefetched: PrefetchedCall | null
  readonly works: Works
}

/** By what was prefetched where that is enough, else in a transaction with locks. */
async function answerFirst(
  { db, optimistic, companies }: CallServices,
  { request, companyNo, prefetched, works }: AnswerFirstInput,
): Promise<Answered<PartnerAnswer>> {
  if (prefetched?.answered) return { response: answerAgain(request, prefetched.answered), replayed: true }
  if (prefetched?.sale && works.optimistic) {
    try {
      return await optimistic.answer(request, new OptimisticSale(prefetched.sale), works.optimistic)
    } catch (error) {
      if (!(error instanceof OptimisticPostingAborted)) throw error
    }
  }
  return companies.run(companyNo, () => ledger.answerOnce(db, request, works.locked))
}
