import { evaluate } from '../../../language/predicate/predicate.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { apiError } from '../../platform/errors.ts'
import type { LogLine } from '../history/logLine.ts'
import { writeLog } from '../history/writeLog.ts'
import type { HookContext, RecordValues, StoredRecord } from '../hooks.ts'
import { visibleWhere } from '../read/read.ts'
import { assertInScope } from '../scope.ts'
import type { AfterCommitWork, OpenWrite, PreparedCall } from '../services.ts'
import { selectOne } from '../storage/selectRecord.ts'
import { withConstraintTexts } from './constraintErrors.ts'

/**
 * Runs a write in a transaction: its own, or the one of the call. After-commit work runs after the commit; its failure is reported and does
 * not change the answer.
 */
export async function write<T>(prepared: PreparedCall, work: (open: OpenWrite) => Promise<T>): Promise<T> {
  const { call, services } = prepared
  if (prepared.model.entity.readonly) throw apiError('M12')
  let waiting: AfterCommitWork[] = []
  let notices: string[] = []
  const attempt = async (trx: Trx): Promise<T> => {
    // A retry discards what the earlier attempt collected, because its writes were rolled back.
    waiting = []
    notices = []
    const log: LogLine[] = []
    const stamp = { userName: call.actor.userName, now: call.now }
    const done = await work({
      prepared,
      trx,
      stamp,
      log,
      afterCommit: (later) => waiting.push(later),
      notice: (text) => notices.push(text),
    })
    if (call.log) call.log.push(...log)
    else await writeLog(trx, log)
    return done
  }
  const isJoined = call.db.isTransaction
  if (call.log && !isJoined) throw new Error('writes that are together need the transaction of the caller')
  const result = isJoined ? await attempt(call.db as Trx) : await transactWithRetry(call.db as Database, attempt)
  for (const text of notices) call.notice?.(text)
  for (const later of waiting) isJoined ? passOn(prepared, later) : await runLater(later, services.reportFailure)
  return result
}

function passOn({ call }: PreparedCall, later: AfterCommitWork): void {
  if (!call.afterCommit) throw new Error('a call that joins a transaction must bring afterCommit when hooks use it')
  call.afterCommit(later)
}

/**
 * Runs a part of a write that may fail by itself. If it does, its changes are undone, and its log lines and after-commit work are dropped.
 *
 * @returns the notices of the part
 */
export async function part(open: OpenWrite, work: (inner: OpenWrite) => Promise<unknown>): Promise<readonly string[]> {
  const waiting: AfterCommitWork[] = []
  const notices: string[] = []
  const log: LogLine[] = []
  await savepoint(open.trx, () => work({ ...open, log, afterCommit: (later) => waiting.push(later), notice: (text) => notices.push(text) }))
  for (const later of waiting) open.afterCommit(later)
  open.log.push(...log)
  return notices
}

/** Runs work after a commit. Its failure is reported and does not change the answer. */
export async function runLater(later: AfterCommitWork, report: (error: unknown) => void): Promise<void> {
  try {
    await later()
  } catch (error) {
    report(error)
  }
}

export function hookContext(
  { prepared, trx, afterCommit, notice }: OpenWrite,
  extra: RecordValues,
  moveAlso: HookContext['moveAlso'] = nothingMoves,
): HookContext {
  const { actor, now, screen } = prepared.call
  return { trx, actor, now, screen, extra, moveAlso, afterCommit, notice }
}

/** The `moveAlso` of writes that are not steps. */
export function nothingMoves(): never {
  throw new Error('only a step moves further records')
}

/**
 * Locks a record that the actor may write, and reads it.
 *
 * @throws M08 when this actor cannot see it, M12 when it is readable but belongs to another company, M10 for another version
 */
export async function lockRecord({ prepared, trx, locked }: OpenWrite, id: number, rowVersion: number | undefined): Promise<StoredRecord> {
  const { storage, model, call } = prepared
  if (locked?.has(id) !== true && !(await storage.lock(trx, [id])).has(id)) throw apiError('M08')
  const record = await selectOne(trx, storage, visibleWhere(prepared), id)
  if (!record) throw apiError('M08')
  assertInScope(model, call.actor, record)
  if (rowVersion !== undefined && rowVersion !== record.rowVersion) throw apiError('M10')
  return record
}

/**
 * Reads a record that this transaction has just written, without visibility rules, because the actor may no longer be allowed to see it.
 */
export async function reread({ prepared, trx }: OpenWrite, id: number): Promise<StoredRecord> {
  const record = await selectOne(trx, prepared.storage, prepared.storage.source.condition, id)
  if (!record) throw new Error(`record ${id} of ${prepared.model.entity.name} is gone after its own write`)
  return record
}

/** @throws M09 when the locked record does not meet a condition of the document */
export function assertCondition(prepared: PreparedCall, predicate: Parameters<typeof evaluate>[0] | undefined, record: RecordValues): void {
  if (predicate && !evaluate(predicate, { ...prepared.scope, row: record })) throw apiError('M09')
}

/** @throws the text of a constraint that the changes violate */
export async function storeChanges({ prepared, trx, stamp }: OpenWrite, id: number, changes: RecordValues): Promise<void> {
  await withConstraintTexts(prepared.model, 'store', () => prepared.storage.update(trx, id, changes, stamp))
}
