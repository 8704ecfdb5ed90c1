import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { stableJson } from '../../../language/resolve/contentHash.ts'
import { keyReusedCode } from '../../../rules/refusalCodes.ts'
import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { apiError, textError } from '../../platform/errors.ts'
import type { AfterCommitWork } from '../services.ts'

/** A write that the client may repeat when it does not know whether the first call arrived. */
export interface RepeatableCall {
  readonly userId: number
  readonly operation: string
  /** Key that the client made when the form opened. */
  readonly key: string
  readonly body: unknown
  readonly now: Date
}

/** Answers are kept for this long; after that the same key starts a new write. */
const keptHours = 24

/** @returns undefined when the header is absent @throws M06 when it is not a valid key */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[A-Za-z0-9-]{16,64}$/.test(header)) throw apiError('M06', { title: 'Idempotency-Key' })
  return header
}

/** Like {@link parseIdempotencyKey}, for a call that requires a key. @throws M05 when it is missing, M06 when it is not valid */
export function getIdempotencyKeyOrThrow(headers: IncomingHttpHeaders): string {
  const key = parseIdempotencyKey(headers['idempotency-key'])
  if (key === undefined) throw apiError('M05', { title: 'Idempotency-Key' })
  return key
}

/**
 * Runs a write once per user, operation and key. The answer is stored in the same transaction: a refused write stores none, so the
 * corrected body may use the same key. Two concurrent calls run one after the other.
 *
 * @param work the write; it joins the transaction, and passes work for after the commit to `afterCommit`
 * @param runLater runs such work after the commit
 * @returns what `work` returned the first time, read back from JSON: dates are texts then, whatever the type says
 * @throws 409 E4091 when the key was used with another body
 */
export async function runOnce<Answer>(
  db: Database,
  call: RepeatableCall,
  work: (trx: Trx, afterCommit: (later: AfterCommitWork) => void) => Promise<Answer>,
  runLater: (later: AfterCommitWork) => Promise<void> = async (later) => later(),
): Promise<Answer> {
  let waiting: AfterCommitWork[] = []
  const text = await transactWithRetry(db, async (trx) => {
    waiting = []
    if (!(await claimKey(trx, call))) return firstAnswer(trx, call)
    const answer = JSON.stringify(await work(trx, (later) => waiting.push(later)))
    await sql`update idempotency set answer = ${answer} where ${isCall(call)}`.execute(trx)
    return answer
  })
  for (const later of waiting) await runLater(later)
  return JSON.parse(text) as Answer
}

/** Like {@link runOnce}; a call without a key is simply run. */
export async function runOnceByKey<Answer>(
  db: Database,
  { key, ...call }: Omit<RepeatableCall, 'key'> & { readonly key: string | undefined },
  work: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  return key === undefined ? transactWithRetry(db, work) : runOnce(db, { ...call, key }, work)
}

/** Returns false when the key is taken. Waits for a concurrent transaction that is about to take it. */
async function claimKey(trx: Trx, call: RepeatableCall): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency (user_id, operation, idempotency_key, body_hash, created_at)
    values (${call.userId}, ${call.operation}, ${call.key}, ${hashOf(call.body)}, ${call.now}) on conflict do nothing
  `.execute(trx)
  return numAffectedRows === 1n
}

/** The JSON of the first time. */
async function firstAnswer(trx: Trx, call: RepeatableCall): Promise<string> {
  const { rows } = await sql<{ bodyHash: string; answer: string }>`select body_hash, answer from idempotency where ${isCall(call)}`.execute(
    trx,
  )
  const [first] = rows
  if (first?.bodyHash !== hashOf(call.body)) {
    throw textError(409, '這筆資料先前已送出並存檔，內容與現在不同，請關閉後重新查詢確認。', keyReusedCode)
  }
  return first.answer
}

function isCall({ userId, operation, key }: RepeatableCall) {
  return sql`user_id = ${userId} and operation = ${operation} and idempotency_key = ${key}`
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(stableJson(body)).digest('hex')
}

/** Deletes expired answers. */
export async function tidyIdempotency(db: Executor, now: Date): Promise<void> {
  await sql`delete from idempotency where created_at < ${new Date(now.getTime() - keptHours * 3_600_000)}`.execute(db)
}
