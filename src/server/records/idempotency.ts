import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { stableJson } from '../../language/resolve/contentHash.ts'
import { keyReusedCode } from '../../rules/refusalCodes.ts'
import type { Database, Executor, Trx } from '../platform/database/tables.ts'
import { transactWithRetry } from '../platform/database/transactWithRetry.ts'
import { apiError, textError } from '../platform/errors.ts'
import type { AfterCommitWork } from './write.ts'

/** A write that its caller may send again, not knowing whether the first try arrived. */
export interface RepeatableCall {
  readonly userId: number
  readonly operation: string
  /** Made by the caller when its form opened. */
  readonly key: string
  readonly body: unknown
  readonly now: Date
}

/** How long an answer is kept; a draft that is older than this starts over. */
const keptHours = 24

/** @throws M06 when it is no key; undefined when the header is absent */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[A-Za-z0-9-]{16,64}$/.test(header)) throw apiError('M06', { title: 'Idempotency-Key' })
  return header
}

/** The same for a call that may not come without one. @throws M05 when it is missing, M06 when it is no key */
export function getIdempotencyKeyOrThrow(headers: IncomingHttpHeaders): string {
  const key = parseIdempotencyKey(headers['idempotency-key'])
  if (key === undefined) throw apiError('M05', { title: 'Idempotency-Key' })
  return key
}

/**
 * Runs a write once per caller, operation and key, in one transaction with the note of its answer: a refused write leaves no note,
 * so that the corrected body may use the same key. Two calls at once wait for each other.
 *
 * @param work the write; joins the transaction, and leaves work for after the commit with `afterCommit`
 * @param runLater runs such work when the transaction is committed
 * @returns what `work` returned the first time, as JSON gives it back
 * @throws 409 E4091 when the key came with another body before
 */
export async function runOnce(
  db: Database,
  call: RepeatableCall,
  work: (trx: Trx, afterCommit: (later: AfterCommitWork) => void) => Promise<unknown>,
  runLater: (later: AfterCommitWork) => Promise<void>,
): Promise<unknown> {
  let waiting: AfterCommitWork[] = []
  const answer = await transactWithRetry(db, async (trx) => {
    waiting = []
    if (!(await claimKey(trx, call))) return firstAnswer(trx, call)
    const text = JSON.stringify(await work(trx, (later) => waiting.push(later)))
    await sql`update idempotency set answer = ${text} where ${isCall(call)}`.execute(trx)
    return JSON.parse(text) as unknown
  })
  for (const later of waiting) await runLater(later)
  return answer
}

/** False when the key is taken. Waits for a concurrent transaction that is about to take it. */
async function claimKey(trx: Trx, call: RepeatableCall): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency (user_id, operation, idempotency_key, body_hash, created_at)
    values (${call.userId}, ${call.operation}, ${call.key}, ${hashOf(call.body)}, ${call.now}) on conflict do nothing
  `.execute(trx)
  return numAffectedRows === 1n
}

async function firstAnswer(trx: Trx, call: RepeatableCall): Promise<unknown> {
  const { rows } = await sql<{ bodyHash: string; answer: string }>`select body_hash, answer from idempotency where ${isCall(call)}`.execute(
    trx,
  )
  const [first] = rows
  if (first?.bodyHash !== hashOf(call.body)) {
    throw textError(409, '這筆資料先前已送出並存檔，內容與現在不同，請關閉後重新查詢確認。', keyReusedCode)
  }
  return JSON.parse(first.answer) as unknown
}

function isCall({ userId, operation, key }: RepeatableCall) {
  return sql`user_id = ${userId} and operation = ${operation} and idempotency_key = ${key}`
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(stableJson(body)).digest('hex')
}

/** Forgets answers that nobody will ask for again. */
export async function tidyIdempotency(db: Executor, now: Date): Promise<void> {
  await sql`delete from idempotency where created_at < ${new Date(now.getTime() - keptHours * 3_600_000)}`.execute(db)
}
