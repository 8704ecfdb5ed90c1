import { sql } from 'kysely'
import { taxPeriodOf } from '../../../rules/taxPeriods.ts'
import type { Trx } from '../../platform/database/tables.ts'

/** Two months of about 500 companies with two invoices each, and as many by hand. */
const lastNo = 4999

/** Number ranges of their own, beside those of the small set, which are issued by other dates: for all tax periods, the current one too. */
export async function openTracks(trx: Trx, invoiceDates: readonly string[], asOf: string): Promise<void> {
  const periods = [...new Set([...invoiceDates, asOf].map(taxPeriodOf))]
  const rows = periods.map((taxPeriod, index) => ({
    ...{ taxPeriod, track: `L${String.fromCharCode(65 + (index % 26))}` },
    ...{ firstNo: 0, lastNo, nextNo: 0, isEnabled: true, createdBy: 'fin01' },
  }))
  await trx.insertInto('invoiceTrack').values(rows).execute()
}

/** Takes the next numbers of the large set for invoices of a day. Days come in ascending order. */
export async function takeNumbers(trx: Trx, date: string, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ track: string; nextNo: number }>`
    update invoice_track set next_no = next_no + ${count}, last_issued_date = ${date}
    where tax_period = ${taxPeriodOf(date)} and track like 'L_' returning track, next_no`.execute(trx)
  const [taken] = rows
  if (!taken) throw new Error(`no numbers for ${date}`)
  return Array.from({ length: count }, (_, index) => `${taken.track}${String(taken.nextNo - count + index).padStart(8, '0')}`)
}
