import { sql } from 'kysely'
import { einvoiceMessageCode, uploadStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { taxPeriodLabel, taxPeriodOf } from '../../../../rules/taxPeriods.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { insertMessage } from './makeMessages.ts'
import { messageWriters } from './messages.ts'
import { newestMessages } from './newestMessages.ts'
import { findSeller } from './readDocuments.ts'

/** Subject number of the E0402 message of a track and its two months, e.g. `AB202501`. @throws 404 when the track does not exist */
export async function unusedSubject(db: Executor, trackId: number): Promise<string> {
  const { track, taxPeriod } = await db
    .selectFrom('invoiceTrack')
    .select(['track', 'taxPeriod'])
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow(() => apiError('M08'))
  return `${track}${taxPeriod}`
}

/**
 * Makes the E0402 message for all ranges of a track in its two months, and ends these ranges: a number declared as unused must not be
 * issued later.
 *
 * @returns the subject number of the message
 * @throws 404 when the track does not exist
 * @throws 409 before the two months are over, when no number is left, while another declaration waits for its result, or when no seller is
 * entered
 */
export async function declareUnused(trx: Trx, context: { readonly now: Date; readonly by: string }, trackId: number): Promise<string> {
  const { track, taxPeriod } = await trx
    .selectFrom('invoiceTrack')
    .select(['track', 'taxPeriod'])
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow(() => apiError('M08'))
  const today = taipeiDate(context.now)
  if (taxPeriodOf(today) <= taxPeriod) throw textError(409, `${taxPeriodLabel(taxPeriod)}尚未結束，號碼仍可使用。`)
  const seller = await findSeller(trx, today)
  if (!seller) throw textError(409, '請先於參數設定填寫 EINVOICE.SELLER_TAX_NO 與 EINVOICE.SELLER_NAME。')
  const rows = await trx
    .updateTable('invoiceTrack')
    .set((each) => ({ isEnabled: false, rowVersion: each('rowVersion', '+', 1) }))
    .where('track', '=', track)
    .where('taxPeriod', '=', taxPeriod)
    .returning(['id', 'nextNo', 'lastNo'])
    .execute()
  const ranges = rows.filter(({ nextNo, lastNo }) => nextNo <= lastNo).map(({ nextNo, lastNo }) => ({ first: nextNo, last: lastNo }))
  if (ranges.length === 0) throw textError(409, '此字軌的號碼皆已使用，不需申報。')
  const subjectNo = `${track}${taxPeriod}`
  const [before] = await newestMessages(trx, { unusedOf: subjectNo })
  if (before && before.status !== uploadStatus.failed) throw textError(409, '此字軌已申報空白號碼。')
  const xml = messageWriters.E0402({
    ...{ sellerId: seller.taxNumber, taxPeriod, track },
    ranges: ranges.sort((one, other) => one.first - other.first),
  })
  const message = { code: einvoiceMessageCode.unusedNumbers, documentId: null, subjectNo, attempt: (before?.attempt ?? 0) + 1, xml }
  await insertMessage(trx, message, context)
  const ids = rows.map(({ id }) => id)
  await noteOnTracks(trx, ids, { action: 'unused', label: '申報空白字軌', remark: '本期此字軌的區間停用，不再開立。' }, context)
  return subjectNo
}

/** Leaves an entry in the history of tracks, as the steps of records do. */
export async function noteOnTracks(
  trx: Trx,
  ids: readonly number[],
  { action, label, remark }: { readonly action: string; readonly label: string; readonly remark: string },
  { now, by }: { readonly now: Date; readonly by: string },
): Promise<void> {
  await sql`
    insert into record_history (entity, record_id, action, label, remark, user_name, occurred_at, record_no, record_label)
    select 'invoiceTrack', t.id, ${action}, ${label}, ${remark}, ${by}, ${now.toISOString()}::timestamptz, t.label, t.label
    from invoice_track_view t where t.id = any (${ids}::bigint[]) order by t.first_no`.execute(trx)
}
