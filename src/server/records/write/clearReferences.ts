import { sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import { type ReferenceField, referencesOf } from '../../../language/entity/references.ts'
import { textError } from '../../platform/errors.ts'
import { logEvent } from '../history/historyLog.ts'
import type { StoredRecord } from '../hooks.ts'
import { fieldOf } from '../model.ts'
import { type OpenWrite, prepare } from '../services.ts'
import { reread } from './write.ts'

/** Most records of an entity that one deletion changes; each gets a line in its history. */
const clearedMax = 500

/**
 * Empties the fields that refer to a removed record, where the document says so (`"onDelete": "clear"`), in its transaction.
 *
 * @throws 409 when too many records refer to it
 */
export async function clearReferences(open: OpenWrite, removed: StoredRecord): Promise<void> {
  const { model, services } = open.prepared
  const key = removed[model.entity.key]
  if (typeof key !== 'string') return
  for (const entity of services.entities?.() ?? []) {
    const cleared = referencesOf(entity.properties).filter(
      ({ reference }) => reference.entity === model.entity.name && reference.onDelete === 'clear',
    )
    for (const reference of cleared) await clear(open, { entity, reference, key, removed })
  }
}

interface ClearInput {
  readonly entity: Entity
  readonly reference: ReferenceField
  readonly key: string
  readonly removed: StoredRecord
}

async function clear(open: OpenWrite, { entity, reference: { field, property }, key, removed }: ClearInput): Promise<void> {
  const { prepared, trx, stamp } = open
  const inner = { ...open, prepared: prepare(prepared.services, { ...prepared.call, screen: null, entity: entity.name }) }
  const { storage, model } = inner.prepared
  const { rows } = await sql<{ id: number }>`
    select r.id from ${storage.source.from}
    where ${storage.source.condition} and ${storage.expression(fieldOf(model, field))} = ${key} order by r.id limit ${clearedMax + 1}
  `.execute(trx.withoutPlugins())
  const isItself = (id: number) => entity.name === prepared.model.entity.name && id === removed.id
  const ids = rows.map(({ id }) => id).filter((id) => !isItself(id))
  if (ids.length > clearedMax) {
    throw textError(409, `有超過 ${clearedMax} 筆「${entity.title}」指向這筆資料，請先改掉它們再刪除。`, 'M11')
  }
  await storage.lock(trx, ids)
  for (const id of ids) {
    const before = await reread(inner, id)
    // Somebody may have changed it before it was locked.
    if (before[field] !== key) continue
    await storage.update(trx, id, { [field]: null }, stamp)
    // Everybody who sees the record reads the remark, but not everybody what the field named.
    const named = property['x-read'] === undefined ? ` ${key}` : ''
    const remark = `${prepared.model.entity.title}${named} 已刪除`
    logEvent(inner, { action: 'update', label: '修改', before, after: await reread(inner, id), remark })
  }
}
