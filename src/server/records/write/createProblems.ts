import { sql } from 'kysely'
import type { FieldTexts } from '../../../language/record/validateRecord.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { savepoint } from '../../platform/database/transact.ts'
import { ApiError, fieldsError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import { fieldOf } from '../model.ts'
import { pick } from '../pick.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { columnValue } from '../storage/values.ts'
import { fieldProblem } from './constraintErrors.ts'
import { problemsOfNew } from './validate.ts'

/**
 * Stores a new record, or reports everything that is wrong with it: by its document, its hooks, and the existing records.
 *
 * @param complete runs the hooks on the values
 * @throws 400 with a text per field; a hook error that names no field is thrown unchanged
 */
export async function insertOrTellAll(
  open: OpenWrite,
  values: RecordValues,
  complete: (sound: RecordValues) => Promise<RecordValues>,
  insert: (completed: RecordValues) => Promise<number>,
): Promise<number> {
  const plain = await problemsOfNew(open, values)
  if (Object.keys(plain).length > 0) {
    const sound = pick(values, (name) => !hasText(plain, name))
    const fromHooks = await hookTexts(() => savepoint(open.trx, () => complete(sound)))
    throw fieldsError({ ...fromHooks, ...(await takenTexts(open.prepared, open.trx, sound)), ...plain })
  }
  try {
    return await savepoint(open.trx, async () => insert(await complete(values)))
  } catch (error) {
    if (!isOfFields(error)) throw error
    const taken = await takenTexts(open.prepared, open.trx, values)
    throw fieldsError({ ...taken, ...error.body })
  }
}

function hasText(texts: FieldTexts, name: string): boolean {
  return Object.keys(texts).some((path) => path === name || path.startsWith(`${name}.`))
}

/**
 * Texts of the hooks for the valid part of a record. A hook that throws another error may do so only because of the missing fields, so such
 * errors are ignored here. The record is refused anyway, and the hooks run again on the next try.
 */
async function hookTexts(complete: () => Promise<unknown>): Promise<FieldTexts> {
  try {
    await complete()
    return {}
  } catch (error) {
    return isOfFields(error) ? error.body : {}
  }
}

interface FieldRefusal extends ApiError {
  readonly body: FieldTexts
}

function isOfFields(error: unknown): error is FieldRefusal {
  return error instanceof ApiError && typeof error.body === 'object'
}

/** Texts for fields with a unique value that another record has already. */
export async function takenTexts({ model, storage }: PreparedCall, db: Executor, values: RecordValues): Promise<FieldTexts> {
  const single = [...model.fields.values()].filter((field) => field.property['x-unique'] === true).map((field) => [field.name])
  const texts: Record<string, string> = {}
  for (const names of [...single, ...(model.entity.unique ?? [])]) {
    if (names.some((name) => values[name] === null || values[name] === undefined)) continue
    const isSame = names.map((name) => {
      const field = fieldOf(model, name)
      return sql`${storage.expression(field)} = ${columnValue(field.kind, values[name])}`
    })
    const { rows } = await sql`
      select 1 from ${storage.source.from} where ${storage.source.condition} and ${sql.join(isSame, sql` and `)} limit 1
    `.execute(db.withoutPlugins())
    if (rows.length > 0) Object.assign(texts, fieldProblem(model, names, 'M07').body)
  }
  return texts
}
