import { codeCategory } from '../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'

/** Values that were read in transactions which ask for them again and again, by code and day. */
const kept = new WeakMap<Executor, Map<string, Promise<string | null>>>()

/** Runs a long work in a transaction that asks for the same parameters hundreds of times, and does not change any: each is read once. */
export async function keepingParameters<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  kept.set(trx, new Map())
  try {
    return await work()
  } finally {
    kept.delete(trx)
  }
}

/**
 * The value of a business parameter on a day: the newest enabled row in force (domain 4.15).
 *
 * @param on YYYY-MM-DD in Taipei
 * @returns null when there is none, or its value is empty
 */
export function readParameter(db: Executor, code: string, on: string): Promise<string | null> {
  const known = kept.get(db)
  if (!known) return readStored(db, code, on)
  const key = `${code} ${on}`
  const value = known.get(key) ?? readStored(db, code, on)
  known.set(key, value)
  return value
}

async function readStored(db: Executor, code: string, on: string): Promise<string | null> {
  const row = await db
    .selectFrom('codeTable')
    .select('value')
    .where('category', '=', codeCategory.parameter)
    .where('code', '=', code)
    .where('isEnabled', '=', true)
    .where('effectiveFrom', '<=', on)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.value ?? null
}

/**
 * A numeric business parameter. It has no default, because a missing row is a mistake that has to be noticed.
 *
 * @param on YYYY-MM-DD in Taipei
 * @throws 409 when no value is in force on that day
 */
export async function readNumber(db: Executor, code: string, on: string): Promise<number> {
  const text = await readParameter(db, code, on)
  const value = text === null || text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw textError(409, `參數 ${code} 在 ${on} 沒有生效的值，請先至參數設定新增。`)
  return value
}
