import { noteTexts, refusedNotes } from '../../../language/formula/evaluateFormula.ts'
import { calculate, formulasOf, hasFormulas, type RecordFormulas } from '../../../language/formula/recordFormulas.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import type { EntityModel } from '../model.ts'
import { isSame } from '../sameValue.ts'
import { selectOne } from './selectRecord.ts'
import type { Stamp, Storage } from './storage.ts'

/**
 * A storage that calculates the formulas of the entity with every write, in its transaction. It stands below the engine, hooks and change
 * requests, so no write can leave a result behind or bring one along.
 */
export function withFormulaResults(storage: Storage, model: EntityModel): Storage {
  const formulas = formulasOf(model.entity.properties)
  if (!hasFormulas(formulas)) return storage
  return {
    ...storage,
    insert: (trx, values, stamp) => storage.insert(trx, { ...values, ...resultsOf(formulas, values) }, stamp),
    async update(trx: Trx, id: number, changes: RecordValues, stamp: Stamp) {
      const before: RecordValues = (await selectOne(trx, storage, storage.source.condition, id)) ?? {}
      const results = resultsOf(formulas, { ...before, ...changes })
      const changed = Object.entries(results).filter(([name, value]) => !isSame(before[name], value))
      const kept = Object.entries(changes).filter(([name]) => !Object.hasOwn(results, name))
      await storage.update(trx, id, { ...Object.fromEntries(kept), ...Object.fromEntries(changed) }, stamp)
    },
  }
}

/**
 * @returns results by field, and lists whose rows have results
 * @throws 400 for a result that its field cannot hold; forms say so before
 */
function resultsOf(formulas: RecordFormulas, record: RecordValues): RecordValues {
  const { values, notes } = calculate(formulas, record)
  const refused = Object.entries(notes).filter(([, note]) => refusedNotes.has(note))
  if (refused.length > 0) throw fieldsError(Object.fromEntries(refused.map(([path, note]) => [path, noteTexts[note]])))
  return values
}

/** What a stored record lacks of the results of the formulas as they are now. A result that its field cannot hold counts as empty. */
export function staleResults(model: EntityModel, record: RecordValues): RecordValues {
  const { values } = calculate(formulasOf(model.entity.properties), record)
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(record[name], value)))
}
