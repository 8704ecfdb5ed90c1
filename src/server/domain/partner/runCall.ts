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
import { kindOf, type PartnerCallName, partnerCalls } from './catalog/catalog.ts'
import { type PartnerCode, PartnerRefusal, partnerCodes } from './catalog/codes.ts'
import { withFormerNumbers } from './facts/formerNumbers.ts'
import type { PrefetchedCall } from './protocol/callPrefetcher.ts'
import { checkBody, contentHash } from './protocol/checkBody.ts'
import { type OptimisticAnswers, OptimisticSale } from './protocol/optimisticAnswers.ts'
import type { KnownPlatform } from './protocol/platformCache.ts'
import type { PartnerCall, PartnerOutcome, PartnerRegistry } from './registry.ts'

export interface CallServices {
  readonly db: Database
  readonly registry: PartnerRegistry
  readonly anomaly: AnomalyInspector
  readonly optimistic: OptimisticAnswers
  /** Limits how many calls of one company may hold a connection and wait for locks, so that connections are left for others. */
  readonly companies: KeyedSemaphore
}

/** A call after decryption. */
export interface DecryptedCall {
  readonly name: PartnerCallName
  readonly platform: KnownPlatform
  readonly address: string
  readonly now: Date
  readonly body: unknown
  /** The body before its texts lost what nobody sees; null when they had nothing to lose. */
  readonly sent: unknown
  /** Facts that were read with the admission; null when none were. */
  readonly prefetched: PrefetchedCall | null
}

/** The answer to a call; `replayed` is added when it is sent. */
export interface PartnerAnswer {
  readonly code: PartnerCode
  readonly message: string
  readonly transactionNo: string | null
  readonly [field: string]: unknown
}

export interface AnsweredCall {
  readonly answer: PartnerAnswer
  readonly replayed: boolean
}

/**
 * Runs a decrypted call: function allowed, schema, idempotency, business, in the order of domain 8.
 *
 * @throws PartnerRefusal or LedgerRefusal; nothing of the call is stored then
 */
export async function runCall(
  services: CallServices,
  { name, platform, address, now, body: clean, sent, prefetched: facts }: DecryptedCall,
): Promise<AnsweredCall> {
  const { api } = partnerCalls[name]
  if (api !== null && !platform.allowedApis.has(api)) throw new PartnerRefusal('E1006')
  checkBody(name, clean)
  const { platformNo, companyNos } = platform
  const requestHash = contentHash(name, clean)
  const body = sent === null ? clean : await withFormerNumbers(services.db, { name, platformNo, body: clean, sent })
  const call: PartnerCall<unknown> = { platformNo, companyNos, address, now, body, requestHash }
  const handler = services.registry.handlerOf(name)
  const kind = kindOf(name, body)
  if (kind === null) {
    const outcome = await handler(services.db, call)
    return { answer: answerOf(outcome), replayed: outcome.isStoredAnswer ?? false }
  }
  const { externalTxnNo, companyNo } = body as { readonly externalTxnNo: string; readonly companyNo: string }
  // What was read with the admission was read for the number without what nobody sees.
  const prefetched = externalTxnNo === (clean as { readonly externalTxnNo: string }).externalTxnNo ? facts : null
  const request = { platformNo, externalTxnNo, kind, requestHash, ...(sent !== null && { sentHash: contentHash(name, sent) }), now }
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

/**
 * Runs the examiner of the call, when it has one and the request was not answered before. It counts wrong guesses in a transaction of its
 * own.
 */
async function examine({ db, registry, companies }: CallServices, { name, request, call, companyNo }: ExamineInput): Promise<unknown> {
  const examiner = registry.examinerOf(name)
  if (!examiner || (await wasAnswered(db, request))) return undefined
  return companies.run(companyNo, () => examiner(db, call))
}

/** The two ways to run the handler. */
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

/** Answers from prefetched facts when they suffice, otherwise in a transaction with locks. */
async function answerFirst(
  { db, optimistic, companies }: CallServices,
  { request, companyNo, prefetched, works }: AnswerFirstInput,
): Promise<Answered<PartnerAnswer>> {
  if (prefetched?.answered) return { response: answerAgain(request, prefetched.answered), replayed: true }
  if (prefetched?.sale && works.optimistic) {
    try {
      return await optimistic.answer(request, new OptimisticSale(db, prefetched.sale), works.optimistic)
    } catch (error) {
      if (!(error instanceof OptimisticPostingAborted)) throw error
    }
  }
  return companies.run(companyNo, () => ledger.answerOnce(db, request, works.locked))
}

function answerOf({ fields, transactionNo = null }: PartnerOutcome): PartnerAnswer {
  return { code: '0000', message: partnerCodes['0000'].text, transactionNo, ...fields }
}

function firstAnswerOf(outcome: PartnerOutcome): FirstAnswer<PartnerAnswer> {
  return { response: answerOf(outcome), transactionId: outcome.transactionId ?? null }
}

/** Stores the warning of an anomaly rule that refused the call: the call's own transaction was rolled back. */
async function rememberRefusal({ db, anomaly }: CallServices, refusal: unknown): Promise<void> {
  if (refusal instanceof Error && refusal.name === 'AnomalyRefusal') await transact(db, (trx) => anomaly.rememberRefusal(trx, refusal))
}
