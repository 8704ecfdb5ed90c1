import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { serialStatus } from '../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { decryptField } from '../../platform/fieldCipher.ts'
import { ledger } from '../points/public.ts'
import { chunkContext, makeNextSerials } from './makeSerials.ts'
import type { SerialCredential } from './openSerials.ts'
import type { SerialKeys } from './serialKeys.ts'

/** Keys for tests, new ones each time. */
export function createTestKeys(): SerialKeys {
  return { number: randomBytes(32), pin: randomBytes(32), seal: randomBytes(32) }
}

/** An approved corporate member with what tables demand. */
export async function insertCorporateMember(db: Database, corporateNo: string, taxNumber: string): Promise<void> {
  await sql`
    insert into corporate_member (apply_no, corporate_no, apply_type, tax_number, company_name, responsible_person, industry, city_code,
      district_code, zip_code, address, phone_area, phone_number, contact_name, contact_mobile, contact_email, invoice_email, certificate,
      applied_at, status)
    values (${`EA20250101${taxNumber.slice(-4)}`}, ${corporateNo}, '1', ${taxNumber}, '測試公司', '王', '3', 'A', 'A1', '100', '路', '02',
      '23456789', '王', '0912345678', ${`${corporateNo}@example.com`}, 'a@example.com', 'x', now(), '3')`.execute(db)
}

export interface TestBatch {
  readonly settlementNo: string
  readonly corporateNo: string
  readonly points: number
  readonly quantity: number
  readonly validFrom: string
  readonly validTo: string
}

/** An order of serials that are delivered: their points are in the ledger, their numbers in the answer. */
export async function makeUsableSerials(db: Database, keys: SerialKeys, batch: TestBatch, now: Date): Promise<readonly SerialCredential[]> {
  const { settlementNo, corporateNo, points, quantity, validFrom, validTo } = batch
  await sql`
    insert into corporate_settlement (settlement_no, corporate_no, delivery_method, points_per_serial, quantity, total_points, unit_price,
      discount_rate, sales_amount, tax_amount, total_amount, valid_from, valid_to, status, generated_at)
    values (${settlementNo}, ${corporateNo}, '1', ${points}, ${quantity}, ${points * quantity}, 1, 0, ${points * quantity}, 0,
      ${points * quantity}, ${validFrom}, ${validTo}, '5', ${now})`.execute(db)
  while ((await transact(db, (trx) => makeNextSerials(trx, keys, { batch, createdBy: '測試', now }))) < quantity);
  await transact(db, async (trx) => {
    await trx.updateTable('pointSerial').set({ status: serialStatus.usable }).where('settlementNo', '=', settlementNo).execute()
    const source = { work: 'SERIAL_SALE', workId: settlementNo }
    const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: '測試' }
    await ledger.transfer(trx, { context, transfer: { kind: 'serialSale', settlementNo }, points: points * quantity })
  })
  return transact(db, (trx) => readCodes(trx, keys, settlementNo))
}

/** The numbers and pins of an order, as its file has them. */
async function readCodes(trx: Trx, keys: SerialKeys, holderNo: string): Promise<readonly SerialCredential[]> {
  const chunks = await trx.selectFrom('serialSecret').selectAll().where('holderNo', '=', holderNo).orderBy('pieceNo').execute()
  return chunks.flatMap(({ pieceNo, sealed }) =>
    decryptField(keys.seal, chunkContext(holderNo, pieceNo), sealed)
      .split('\n')
      .map((line) => ({ serialNo: line.slice(0, 16), pin: line.slice(17) })),
  )
}
