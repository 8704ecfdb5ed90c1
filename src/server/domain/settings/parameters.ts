import type { Executor } from '../../platform/database/tables.ts'
import './tables.ts'

/** CodeCategory. */
export const codeCategory = { parameter: '1', dictionary: '2', invoiceRange: '3', calendar: '4', portal: '5' } as const

/**
 * The value of a business parameter on a day: the newest enabled row that is in force (domain 4.15).
 *
 * @param on YYYY-MM-DD in Taipei
 * @returns null when there is none, or its value is empty
 */
export async function readParameter(db: Executor, code: string, on: string): Promise<string | null> {
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
