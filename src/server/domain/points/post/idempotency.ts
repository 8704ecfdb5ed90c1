import { json } from '../../../platform/database/json.ts'
import type { Database, Executor, Trx } from '../../../platform/database/tables.ts'
import { savepoint } from '../../../platform/database/transact.ts'
import { transactWithRetry } from '../../../platform/database/transactWithRetry.ts'
import { LedgerRefusal } from '../domain/refusals.ts'

/** Names one request of a partner for ever (domain 8, Idempotency). */
export interface PartnerRequest {
  readonly platformNo: string
  readonly externalTxnNo: string
  /** TxnKind. */
  readonly kind: string
  /** Hash over the content of the request. */
  readonly requestHash: string
  /** Hash over the content as it was sent, where that is another one: requests were once stored under it. */
  readonly sentHash?: string
  readonly now: Date
}

export interface Answered<T> {
  readonly response: T
  /** True: this is the first answer, given again. */
  readonly replayed: boolean
}

/** What `work` answers: `transactionId` null when the request posted nothing. */
export interface FirstAnswer<T> {
  readonly response: T
  readonly transactionId: number | null
}

/** The row goes in first, so copies of one request wait for each other here; null = it is ours. */
async function claim<T>(trx: Trx, request: PartnerRequest): Promise<T | null> {
  const { platformNo, externalTxnNo, kind, requestHash, now } = request
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('partnerIdempotency')
    .values({ platformNo, externalTxnNo, kind, requestHash, createdAt: now, transactionId: null, response: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  const first = await keyed(trx, request).select(['requestHash', 'response']).executeTakeFirstOrThrow()
  return answerAgain<T>(request, first)
}

/** The stored answer for a request that comes again. @throws LedgerRefusal E1409 when its content is another one */
export function answerAgain<T>(
  { requestHash, sentHash }: PartnerRequest,
  first: { readonly requestHash: string; readonly response: unknown },
): T {
  if (first.requestHash !== requestHash && first.requestHash !== sentHash) throw new LedgerRefusal('E1409')
  return first.response as T
}

/** Whether the request has its answer for ever; before it is claimed, so another one may be giving it right now. */
export async function wasAnswered(db: Executor, request: PartnerRequest): Promise<boolean> {
  return (await keyed(db, request).select('kind').executeTakeFirst()) !== undefined
}

function keyed(trx: Executor, { platformNo, externalTxnNo, kind }: PartnerRequest) {
  return trx
    .selectFrom('partnerIdempotency')
    .where('platformNo', '=', platformNo)
    .where('externalTxnNo', '=', externalTxnNo)
    .where('kind', '=', kind)
}

async function remember(trx: Trx, request: PartnerRequest, answer: FirstAnswer<unknown>): Promise<void> {
  await trx
    .updateTable('partnerIdempotency')
    .set({ transactionId: answer.transactionId, response: json(answer.response) })
    .where('platformNo', '=', request.platformNo)
    .where('externalTxnNo', '=', request.externalTxnNo)
    .where('kind', '=', request.kind)
    .execute()
}

/**
 * Answers a request of a partner: the first time by `work`, ever after with the stored answer (domain 2.5 steps 1 and 7).
 * Posting, answer and idempotency row commit together; a refusal leaves nothing, so its number may be used again.
 *
 * @param onRefused written although the request is refused (a warning of an anomaly rule); runs in the same transaction
 * @throws LedgerRefusal E1409 for another content under the same number
 */
export async function answerOnce<T extends object>(
  db: Database,
  request: PartnerRequest,
  work: (trx: Trx) => Promise<FirstAnswer<T>>,
  onRefused?: (trx: Trx, refusal: unknown) => Promise<void>,
): Promise<Answered<T>> {
  const answer = async (trx: Trx): Promise<Answered<T>> => {
    const stored = await claim<T>(trx, request)
    if (stored !== null) return { response: stored, replayed: true }
    const first = await work(trx)
    await remember(trx, request, first)
    return { response: first.response, replayed: false }
  }
  if (!onRefused) return transactWithRetry(db, answer)
  const outcome = await transactWithRetry(db, async (trx) => {
    try {
      return { answered: await savepoint(trx, answer) }
    } catch (refusal) {
      if (!(refusal instanceof LedgerRefusal)) throw refusal
      await onRefused(trx, refusal)
      return { refusal }
    }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answered
}
