import { sql } from 'kysely'
import { codeCategory } from '../../rules/codes.generated.ts'
import type { Executor } from '../platform/database/tables.ts'

/** Business parameters of identity (domain 4.15), with the defaults that apply when the code table has no value. */
const defaults = { 'PASSWORD.MAX_AGE_DAYS': 90, 'PASSWORD.WARN_DAYS': 14, 'LOGIN.MAX_FAILED': 5 } as const
type ParameterName = keyof typeof defaults

/**
 * The value of a parameter on a day. A value that is not a positive integer counts as missing, so that a typing error locks nobody out.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export async function readParameter(db: Executor, name: ParameterName, today: string): Promise<number> {
  const { rows } = await sql<{ value: string | null }>`
    select value from code_table
    where category = ${sql.lit(codeCategory.parameter)} and code = ${name} and is_enabled and effective_from <= ${today}
    order by effective_from desc limit 1`.execute(db)
  const value = Number(rows[0]?.value ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : defaults[name]
}
