import { sql } from 'kysely'
import type { Executor } from '../platform/database/tables.ts'

/** Next number of a gap-free series (domain 1, number formats); the series row stays locked until the transaction ends. */
export async function nextNumber(trx: Executor, series: string, period = ''): Promise<number> {
  const { rows } = await sql<{ number: number }>`select next_number(${series}, ${period}) as number`.execute(trx)
  const number = rows[0]?.number
  if (number === undefined) throw new Error(`no number for the series ${series}`)
  return Number(number)
}

/** `P` and 3, 4 gives `P0003`. */
export function formatNumber(prefix: string, number: number, digits: number): string {
  return `${prefix}${String(number).padStart(digits, '0')}`
}

/** A document number with its date: `N` + yyyyMMdd + 4 digits. `date` is YYYY-MM-DD. */
export async function nextDatedNumber(trx: Executor, prefix: string, date: string, digits: number): Promise<string> {
  const day = date.replaceAll('-', '')
  return formatNumber(`${prefix}${day}`, await nextNumber(trx, prefix, day), digits)
}
