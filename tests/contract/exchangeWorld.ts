import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deriveCouponKeys, openCouponNo, sealCouponNo } from '../../src/server/domain/coupon/couponNumbers.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { createSerialNo } from '../../src/server/domain/serial/randomCodes.ts'
import { deriveSerialKeys, hashPin, hashSerialNo } from '../../src/server/domain/serial/serialKeys.ts'
import type { TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

export const newKey = () => randomUUID()
export const recipient = { name: '林小美', mobile: '0912345678', email: 'mei@example.com' }

/** Rows of a list; an error answer fails the test. */
export async function rowsOf(session: TestSession, url: string): Promise<Row[]> {
  const answer = await session.get(url)
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ rows: Row[] }>().rows
}

/** Number of a demo product by a part of its name. */
export async function productNo(server: TestServer, name: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select coupon_batch_no as no from coupon_batch where coupon_name like ${`%${name}%`}`.execute(server.database.db)
  return rows[0]?.no ?? ''
}

/** Encrypts the numbers of the demo coupons again with the keys of this server, because another installation made those of the template. */
export async function renumberCoupons(server: TestServer): Promise<void> {
  const keys = deriveCouponKeys(server.app.secrets)
  const { db } = server.database
  const ids = await db.selectFrom('coupon').select('id').orderBy('id').execute()
  const rows = ids.map(({ id }) => ({ id, ...sealCouponNo(keys, createSerialNo()) }))
  await sql`
    update coupon c set number_hash = decode(n.hash, 'hex'), number_sealed = n.sealed, last4 = n.last4
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, hash text, sealed text, last4 text) where c.id = n.id`.execute(
    db,
  )
}

/** Coupon numbers in clear, decrypted with the keys of the installation. */
export async function clearNumbers(server: TestServer): Promise<ReadonlyMap<number, string>> {
  const keys = deriveCouponKeys(server.app.secrets)
  const rows = await server.database.db.selectFrom('coupon').select(['id', 'numberSealed']).execute()
  return new Map(rows.map((row) => [row.id, openCouponNo(keys, row.numberSealed)]))
}

export async function balanceOf(server: TestServer, accountClass: string, ownerId: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from point_account where class = ${accountClass} and owner_id = ${ownerId}`.execute(server.database.db)
  return rows[0]?.balance ?? 0
}

let settlements = 0

/** A delivered order of serials with `points` each, also in the ledger; numbers and pins in clear. */
export async function addSerials(server: TestServer, corporateNo: string, points: number, expireDates: readonly string[]) {
  const { db } = server.database
  const keys = deriveSerialKeys(server.app.secrets)
  settlements += 1
  const settlementNo = `SB209901${String(settlements).padStart(4, '0')}`
  const count = expireDates.length
  await sql`
    insert into corporate_settlement (settlement_no, corporate_no, delivery_method, points_per_serial, quantity, total_points, unit_price,
      discount_rate, sales_amount, tax_amount, total_amount, valid_from, valid_to, status, generated_at)
    values (${settlementNo}, ${corporateNo}, '1', ${points}, ${count}, ${points * count}, 1, 0, 0, 0, 0, '2020-01-01', '2099-12-31', '5', now())`.execute(
    db,
  )
  const now = new Date()
  const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: '測試' }
  await ledger.run(db, (trx) =>
    ledger.transfer(trx, {
      context: { ...context, source: { work: 'TEST_SERIALS', workId: settlementNo } },
      transfer: { kind: 'serialSale', settlementNo },
      points: points * count,
    }),
  )
  const serials = expireDates.map((expireDate) => ({ serialNo: createSerialNo(), pin: '123456', expireDate }))
  for (const { serialNo, pin, expireDate } of serials) {
    await sql`
      insert into point_serial (settlement_no, holder_no, number_hash, pin_hash, last4, points, remaining_points, status, valid_from, expire_date)
      values (${settlementNo}, ${settlementNo}, ${hashSerialNo(keys, serialNo)}, ${hashPin(keys, serialNo, pin)}, ${serialNo.slice(-4)},
        ${points}, ${points}, '2', '2020-01-01', ${expireDate})`.execute(db)
  }
  return { settlementNo, serials }
}
