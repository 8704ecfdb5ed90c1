import { sql } from 'kysely'
import { type CouponSource, couponSource } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { createSerialNo } from '../serial/public.ts'
import { type CouponKeys, parseSupplierNo, type SealedCouponNo, sealCouponNo } from './couponNumbers.ts'
import { couponTexts } from './couponRules.ts'

/** Rows of one statement; a large batch must neither fill the memory nor hold the event loop. */
const chunkSize = 2000

export interface MakeCouponsInput {
  readonly couponBatchNo: string
  readonly source: CouponSource
  readonly count: number
  readonly madeBy: string
  readonly now: Date
}

/**
 * Makes `count` coupons of a batch, 未發放, numbered after those it has.
 *
 * @throws ApiError when a supplier's batch has not exactly as many imported numbers waiting
 */
export async function makeCoupons(trx: Trx, keys: CouponKeys, input: MakeCouponsInput): Promise<void> {
  if (input.source === couponSource.supplier) await moveImported(trx, input)
  else await makeOwn(trx, keys, input)
  await trx
    .updateTable('couponBatch')
    .set((each) => ({ generatedQuantity: each('generatedQuantity', '+', input.count) }))
    .where('couponBatchNo', '=', input.couponBatchNo)
    .execute()
}

async function makeOwn(trx: Trx, keys: CouponKeys, { couponBatchNo, count, madeBy, now }: MakeCouponsInput): Promise<void> {
  const first = (await lastPlace(trx, couponBatchNo)) + 1
  for (let made = 0; made < count; made += chunkSize) {
    const size = Math.min(chunkSize, count - made)
    const rows = Array.from({ length: size }, (_, index) => ({ place: first + made + index, ...sealCouponNo(keys, createSerialNo()) }))
    await sql`
      insert into coupon (coupon_batch_no, serial_no, number_hash, number_sealed, last4, created_by, created_at)
      select ${couponBatchNo}, n.place, decode(n.hash, 'hex'), n.sealed, n.last4, ${madeBy}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (place int, hash text, sealed text, last4 text)`.execute(trx)
  }
}

async function moveImported(trx: Trx, { couponBatchNo, count, madeBy, now }: MakeCouponsInput): Promise<void> {
  const first = (await lastPlace(trx, couponBatchNo)) + 1
  const { numAffectedRows } = await sql`
    with moved as (delete from coupon_import where coupon_batch_no = ${couponBatchNo} returning id, number_hash, number_sealed, last4)
    insert into coupon (coupon_batch_no, serial_no, number_hash, number_sealed, last4, created_by, created_at)
    select ${couponBatchNo}, ${first}::int - 1 + row_number() over (order by id), number_hash, number_sealed, last4, ${madeBy}, ${now}
    from moved`.execute(trx)
  if (Number(numAffectedRows) !== count) throw textError(409, couponTexts.numberCount)
}

async function lastPlace(trx: Trx, couponBatchNo: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(serial_no), 0) as last from coupon where coupon_batch_no = ${couponBatchNo}`.execute(trx)
  return rows[0]?.last ?? 0
}

export async function countImported(trx: Trx, couponBatchNo: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupon_import where coupon_batch_no = ${couponBatchNo}`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface ImportNumbersInput {
  readonly couponBatchNo: string
  /** One number per line; empty lines do not count. */
  readonly text: string
  /** How many the batch still takes. */
  readonly left: number
  readonly importedBy: string
  readonly now: Date
}

/**
 * Takes numbers of a supplier into a batch, all or none.
 *
 * @returns how many
 * @throws ApiError with the line of a number that is malformed, or known already (here or in any other batch)
 */
export async function importNumbers(trx: Trx, keys: CouponKeys, input: ImportNumbersInput): Promise<number> {
  const { couponBatchNo, left, importedBy, now } = input
  const numbers = readNumbers(keys, input.text)
  if (numbers.length > left) throw textError(409, couponTexts.tooManyNumbers(left))
  await assertNumbersNew(trx, numbers)
  for (let done = 0; done < numbers.length; done += chunkSize) {
    await sql`
      insert into coupon_import (coupon_batch_no, number_hash, number_sealed, last4, imported_by, imported_at)
      select ${couponBatchNo}, decode(n.hash, 'hex'), n.sealed, n.last4, ${importedBy}, ${now}
      from jsonb_to_recordset(${JSON.stringify(numbers.slice(done, done + chunkSize))}::jsonb)
        as n (line int, hash text, sealed text, last4 text) order by n.line`.execute(trx)
  }
  return numbers.length
}

type ImportedNumber = SealedCouponNo & { readonly line: number }

function readNumbers(keys: CouponKeys, text: string): readonly ImportedNumber[] {
  const lines = text.split(/\r?\n/).map((content, index) => ({ content: content.trim(), line: index + 1 }))
  const seen = new Set<string>()
  return lines
    .filter(({ content }) => content !== '')
    .map(({ content, line }) => {
      const number = parseSupplierNo(content)
      if (number === null) throw textError(400, couponTexts.wrongNumber(line))
      if (seen.has(number)) throw textError(409, couponTexts.repeatedNumber(line))
      seen.add(number)
      return { line, ...sealCouponNo(keys, number) }
    })
}

async function assertNumbersNew(trx: Trx, numbers: readonly ImportedNumber[]): Promise<void> {
  const given = JSON.stringify(numbers.map(({ line, hash }) => ({ line, hash })))
  const { rows } = await sql<{ line: number }>`
    select min(n.line)::int as line from jsonb_to_recordset(${given}::jsonb) as n (line int, hash text)
    where exists (select from coupon c where c.number_hash = decode(n.hash, 'hex'))
      or exists (select from coupon_import i where i.number_hash = decode(n.hash, 'hex'))
    having count(*) > 0`.execute(trx)
  if (rows[0]) throw textError(409, couponTexts.repeatedNumber(rows[0].line))
}
