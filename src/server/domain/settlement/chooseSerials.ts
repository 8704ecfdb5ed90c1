import { sql } from 'kysely'
import { serialStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { hashSerialNo, readCodes, type SerialKeys } from '../serial/public.ts'

/** A serial with its pin: only for the mail that sends it. */
export interface OpenCode {
  readonly serialId: number
  readonly number: string
  readonly pin: string
}

/**
 * Locks serials of an order that nobody has used and that were mailed to nobody.
 *
 * @throws 409 when there are fewer
 */
export async function chooseSerials(trx: Trx, settlementNo: string, count: number, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from point_serial p
    where settlement_no = ${settlementNo} and status = ${serialStatus.usable} and remaining_points = points and expire_date >= ${taipeiDate(now)}
      and not exists (select from serial_mail m where m.serial_id = p.id)
    order by id limit ${count} for update`.execute(trx)
  if (rows.length < count) throw textError(409, `可寄送的序號只剩 ${rows.length} 組，請減少收件人。`, 'STOCK')
  return rows.map(({ id }) => id)
}

/**
 * What opens serials of an order, from its sealed list.
 *
 * @throws 409 when the list is gone
 */
export async function readOpenCodes(
  trx: Trx,
  keys: SerialKeys,
  settlementNo: string,
  serialIds: readonly number[],
): Promise<readonly OpenCode[]> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select id, encode(number_hash, 'hex') as hash from point_serial where id = any (${[...serialIds]}::bigint[])`.execute(trx)
  const wanted = new Map(rows.map(({ id, hash }) => [hash, id]))
  const found: OpenCode[] = []
  for await (const { number, pin } of readCodes(trx, keys, settlementNo)) {
    const serialId = wanted.get(hashSerialNo(keys, number).toString('hex'))
    if (serialId !== undefined) found.push({ serialId, number, pin })
    if (found.length === serialIds.length) break
  }
  if (found.length < serialIds.length) throw textError(409, '序號檔已刪除，無法再寄送序號。', 'FILE_GONE')
  return found
}
