import { readsOthers, referencesOf } from '../../../language/entity/references.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import type { EntityModel } from '../model.ts'
import { withFieldsOfOthers } from '../storage/fieldsOfOthers.ts'
import { mastersOf, renewMasters } from '../storage/masters.ts'
import { noteNamed } from '../storage/namedRecords.ts'
import type { FindStorage } from '../storage/recordKeys.ts'
import { selectOne } from '../storage/selectRecord.ts'
import type { Stamp, Storage } from '../storage/storage.ts'
import { referenceTexts } from './referenceTexts.ts'

/**
 * A storage of an entity that refers to others, or to which others refer: it shows their fields, and with every write checks, locks and
 * notes the records that it names, in the transaction. It stands below the engine, hooks and change requests, so no write can name what is
 * not there, and nobody can remove meanwhile what it names.
 */
export function withReferences(storage: Storage, find: FindStorage): Storage {
  const { model } = storage
  if (!hasOthers(model)) return storage
  const references = referencesOf(model.entity.properties)
  if (references.length === 0) return withFieldsOfOthers(storage, find)
  const masters = mastersOf(model, find)
  const watched = new Set([
    ...references.map(({ list, field }) => list ?? field),
    ...(model.entity.scope === undefined ? [] : [model.entity.scope]),
  ])
  const assertNamed = async (trx: Trx, record: RecordValues, before?: RecordValues) => {
    const texts = await referenceTexts(trx, model, { record, before, find, lock: true })
    if (Object.keys(texts).length > 0) throw fieldsError(texts)
  }
  return {
    ...withFieldsOfOthers(storage, find),
    async insert(trx: Trx, values: RecordValues, stamp: Stamp) {
      await assertNamed(trx, values)
      const id = await storage.insert(trx, values, stamp)
      await noteNamed(trx, model, [{ ...values, id }])
      await renewMasters(trx, masters, [values])
      return id
    },
    async update(trx: Trx, id: number, changes: RecordValues, stamp: Stamp) {
      const isMoved = Object.keys(changes).some((name) => watched.has(name))
      if (isMoved || masters.length > 0) {
        const before: RecordValues = (await selectOne(trx, storage, storage.source.condition, id)) ?? {}
        const after = { ...before, ...changes }
        if (isMoved) {
          await assertNamed(trx, after, before)
          await noteNamed(trx, model, [{ ...after, id }])
        }
        await renewMasters(trx, masters, [before, after])
      }
      await storage.update(trx, id, changes, stamp)
    },
    async remove(trx: Trx, id: number) {
      const before = masters.length === 0 ? null : await selectOne(trx, storage, storage.source.condition, id)
      await storage.remove(trx, id)
      if (before) await renewMasters(trx, masters, [before])
    },
  }
}

const known = new WeakMap<EntityModel, boolean>()

/** True for an entity that refers to others, or sums up those that refer to it; most do not, and every call asks. */
function hasOthers(model: EntityModel): boolean {
  const before = known.get(model)
  if (before !== undefined) return before
  const { properties } = model.entity
  const has = referencesOf(properties).length > 0 || Object.values(properties).some(readsOthers)
  known.set(model, has)
  return has
}
