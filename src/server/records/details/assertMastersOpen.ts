import { sql } from 'kysely'
import { evaluate } from '../../../language/predicate/predicate.ts'
import { textError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import { fieldOf } from '../model.ts'
import { findStorage, type OpenWrite } from '../services.ts'
import { type Master, mastersOf } from '../storage/masters.ts'
import { hasKey } from '../storage/recordKeys.ts'
import { selectFirst } from '../storage/selectRecord.ts'

/**
 * Checks that the masters of a record may be changed, because its rows are part of what somebody has approved or closed. A field that no row
 * shows may change all the same: it belongs to the record alone.
 *
 * @param records the record before and after the write
 * @param changes of an update; undefined when the record is new or removed
 * @throws M09
 */
export async function assertMastersOpen(open: OpenWrite, records: readonly RecordValues[], changes?: RecordValues): Promise<void> {
  if (open.isOfMaster) return
  const { model, services } = open.prepared
  for (const master of mastersOf(model, findStorage(services))) {
    if (changes && !Object.keys(changes).some((name) => master.fields.has(name))) continue
    const keys = new Set(records.map((record) => record[master.by]).filter((key) => typeof key === 'string'))
    for (const key of [...keys].sort()) await assertOpen(open, master, key)
  }
}

/** The master stays locked, so that nobody approves it between the check and the write. */
async function assertOpen({ trx, prepared: { scope } }: OpenWrite, { storage }: Master, key: string): Promise<void> {
  const { entity } = storage.model
  if (entity.editable === undefined) return
  const where = sql<boolean>`${storage.source.condition} and ${hasKey(storage, sql`${key}::text`)}`
  const found = await selectFirst(trx, storage, where)
  if (found === undefined) return
  await storage.lock(trx, [found.id])
  const record = await selectFirst(trx, storage, where)
  if (record === undefined || evaluate(entity.editable, { ...scope, row: record })) return
  const name = String(record[fieldOf(storage.model, entity.key).name])
  throw textError(409, `${entity.title} ${name} 目前的狀態不能修改，它的明細也不能；請重新整理後再試。`, 'M09')
}
