import { sql } from 'kysely'
import { message } from '../../../../rules/messages.ts'
import { taxPeriodLabel, taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'

interface TrackRow {
  readonly id: number
  readonly track: string
  readonly firstNo: number
  readonly lastNo: number
  readonly nextNo: number
  readonly lastIssuedDate: string | null
}

/**
 * Takes the next invoice number of the tax period of a date. The track stays locked until the transaction ends, for two reasons: a number
 * that a failed transaction took is given out again, and a later number never has an earlier date.
 *
 * @param date of the invoice, YYYY-MM-DD
 * @param wanted number typed in by the user, two letters and 8 digits; null takes the next number
 * @param field input field at which an error is shown
 */
export async function takeInvoiceNumber(
  trx: Trx,
  { date, wanted, field }: { readonly date: string; readonly wanted: string | null; readonly field: string },
): Promise<string> {
  const period = taxPeriodOf(date)
  const { rows } = await sql<TrackRow>`
    select id, track, first_no, last_no, next_no, last_issued_date from invoice_track_lock(${period})`.execute(trx)
  const track = wanted === null ? rows.find(hasNumbers) : rows.find((row) => holds(row, wanted))
  if (!track) {
    throw wanted === null
      ? textError(409, `${taxPeriodLabel(period)}沒有可用的發票字軌號碼，請先新增字軌。`)
      : fieldsError({ [field]: '發票號碼不在本期字軌範圍。' })
  }
  if (wanted !== null) assertNext(track, wanted, field)
  if (track.lastIssuedDate !== null && date < track.lastIssuedDate) throw fieldsError({ invoiceDate: '發票日期不可早於前一號碼。' })
  await trx
    .updateTable('invoiceTrack')
    .set({ nextNo: track.nextNo + 1, lastIssuedDate: date })
    .where('id', '=', track.id)
    .execute()
  return numberOf(track, track.nextNo)
}

/** Only the next number is accepted, so that a track has no gaps. */
function assertNext(track: TrackRow, wanted: string, field: string): void {
  const number = Number(wanted.slice(2))
  if (number < track.nextNo) throw fieldsError({ [field]: message('M07', { title: '發票號碼' }) }, 'M07', 409)
  if (!hasNumbers(track) || number > track.nextNo) {
    throw fieldsError({ [field]: `請依序使用字軌號碼，下一號碼為 ${numberOf(track, track.nextNo)}。` }, 'M06', 409)
  }
}

const hasNumbers = ({ nextNo, lastNo }: TrackRow) => nextNo <= lastNo

function holds({ track, firstNo, lastNo }: TrackRow, wanted: string): boolean {
  const number = Number(wanted.slice(2))
  return wanted.startsWith(track) && number >= firstNo && number <= lastNo
}

const numberOf = ({ track }: TrackRow, number: number) => `${track}${String(number).padStart(8, '0')}`
