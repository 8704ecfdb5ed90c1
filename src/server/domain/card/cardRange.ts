import { type RawBuilder, sql } from 'kysely'
import { parseCardNo } from '../../../rules/serialNo.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import { cardTexts } from './cardRules.ts'

/** Cards of one batch from one number to another, as they lie in their boxes. */
export interface CardRange {
  readonly cardNoFrom: string
  readonly cardNoTo: string
}

/**
 * The cards of a range, locked; all of them must be in the state.
 *
 * @returns a condition on coupon_card, how many they are, and their batch
 * @throws 400 when the ends are no cards of one batch, 409 「卡號區間內有 {n} 張狀態不符。」
 */
export async function lockRange(
  trx: Trx,
  range: CardRange,
  status: string,
): Promise<{ where: RawBuilder<boolean>; count: number; cardBatchNo: string }> {
  const from = parseRangeEnd('cardNoFrom', range.cardNoFrom)
  const to = parseRangeEnd('cardNoTo', range.cardNoTo)
  const ends = await trx.selectFrom('couponCard').select(['cardNo', 'cardBatchNo']).where('cardNo', 'in', [from, to]).execute()
  const batches = new Set(ends.map((end) => end.cardBatchNo))
  const [cardBatchNo] = batches
  if (ends.length !== new Set([from, to]).size || batches.size !== 1 || from > to || cardBatchNo === undefined) {
    throw textError(400, cardTexts.rangeEnds)
  }
  const where = sql<boolean>`card_batch_no = ${cardBatchNo} and card_no between ${from} and ${to}`
  const { rows } = await sql<{ status: string }>`select status from coupon_card where ${where} order by id for update`.execute(trx)
  const wrong = rows.filter((row) => row.status !== status).length
  if (wrong > 0) throw textError(409, cardTexts.range.replace('{n}', String(wrong)))
  return { where, count: rows.length, cardBatchNo }
}

function parseRangeEnd(field: keyof CardRange, text: string): string {
  const cardNo = parseCardNo(text)
  if (cardNo === null) throw fieldsError({ [field]: `${field === 'cardNoFrom' ? '卡號起' : '卡號迄'} 格式錯誤` })
  return cardNo
}
