import { sql } from 'kysely'
import { einvoiceMessageCode } from '../../../../rules/codes.generated.ts'
import { message } from '../../../../rules/messages.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError, textError } from '../../../platform/errors.ts'
import type { RecordHooks } from '../../../records/hooks.ts'

interface Range {
  readonly taxPeriod: string
  readonly track: string
  readonly firstNo: number
  readonly lastNo: number
}

/** Rules of 發票字軌, the number ranges that the tax office allotted. A range can be corrected only while none of its numbers is issued. */
export const invoiceTrackHooks: RecordHooks<'invoiceTrack'> = {
  async beforeCreate({ trx }, input) {
    const range = { ...input, track: input.track.toUpperCase() }
    if (await isDeclaredUnused(trx, range)) throw textError(409, '此字軌本期的空白號碼已申報，不可再新增。')
    await assertFree(trx, range, null)
    return { ...range, nextNo: range.firstNo }
  },
  async beforeUpdate({ trx }, before, changes) {
    if (changes.isEnabled === true && !before.isEnabled && (await isDeclaredUnused(trx, before))) {
      throw textError(409, '此字軌的空白號碼已申報，不可再啟用。')
    }
    const isBegun = before.nextNo > before.firstNo
    const moved = (['taxPeriod', 'track', 'firstNo', 'lastNo'] as const).filter((name) => name in changes && changes[name] !== before[name])
    if (moved.length === 0) return changes
    if (isBegun) throw textError(409, '已開立過號碼的字軌僅可停用。')
    const range = { ...before, ...changes, track: (changes.track ?? before.track).toUpperCase() }
    await assertFree(trx, range, before.id)
    return { ...changes, track: range.track, nextNo: range.firstNo }
  },
  // Nothing of a track is taken back once a number of it was issued.
  deniedActions: async (_, rows) => rows.map(({ nextNo, firstNo }) => (Number(nextNo) > Number(firstNo) ? ['delete'] : [])),
  beforeDelete(_, { nextNo, firstNo }) {
    if (nextNo > firstNo) throw textError(409, message('M11'))
  },
}

async function assertFree(trx: Trx, { taxPeriod, track, firstNo, lastNo }: Range, exceptId: number | null): Promise<void> {
  if (!/^[A-Z]{2}$/.test(track)) throw fieldsError({ track: '字軌須為兩個英文字母。' })
  if (firstNo % 50 !== 0) throw fieldsError({ firstNo: '起號須為 50 的倍數（例如 00000050）。' })
  if (lastNo % 50 !== 49 || lastNo <= firstNo) throw fieldsError({ lastNo: '迄號須大於起號，且為整本 50 號的末號（例如 00000099）。' })
  // Locks the table, because two people may enter the same range at the same time.
  await sql`lock table invoice_track in share row exclusive mode`.execute(trx)
  let query = trx
    .selectFrom('invoiceTrack')
    .select('id')
    .where('taxPeriod', '=', taxPeriod)
    .where('track', '=', track)
    .where('firstNo', '<=', lastNo)
    .where('lastNo', '>=', firstNo)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  if (await query.limit(1).executeTakeFirst()) throw textError(409, '字軌區間重疊。')
}

/** An E0402 declaration covers the whole track. */
async function isDeclaredUnused(trx: Trx, { taxPeriod, track }: Pick<Range, 'taxPeriod' | 'track'>): Promise<boolean> {
  const row = await trx
    .selectFrom('einvoiceMessage')
    .select('id')
    .where('code', '=', einvoiceMessageCode.unusedNumbers)
    .where('subjectNo', '=', `${track}${taxPeriod}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
