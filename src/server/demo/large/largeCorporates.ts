import { sql } from 'kysely'
import { corporateStatus, deliveryMethod, paymentStatus, serialBatchStatus, serialStatus } from '../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { makeNextCards, nextCardBatchNo } from '../../domain/card/public.ts'
import { ledger, type TransferInput } from '../../domain/points/public.ts'
import type { SerialKeys } from '../../domain/serial/public.ts'
import { makeNextSerials } from '../../domain/serial/public.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { createPersonName, taxNumbers } from '../people.ts'
import type { Random } from '../random.ts'
import { cardCode, demoCodes } from '../seedSettlements.ts'

const firstNumber = 1001
/** Between the tax ID numbers of the companies and those of the small set. */
const firstTaxNumber = 10_000
/** A 1×1 picture, because thousands of copies of a real certificate would be most of the database. */
const certificate = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const businesses = ['科技', '工業', '物流', '食品', '生醫', '設計', '建設', '貿易', '印刷', '紡織'] as const
const names = ['晨星', '永豐年', '宏遠景', '立達', '嘉禾', '瑞光', '安泰田', '正新橋', '聯合海', '大展'] as const

/**
 * Copies corporate members and applications of the small set, with their states, under new numbers, names and tax IDs.
 *
 * @returns numbers of the approved ones
 */
export async function copyCorporates(db: Executor, random: Random, asOf: string, count: number): Promise<readonly string[]> {
  const numbers = taxNumbers(firstTaxNumber)
  const rows = Array.from({ length: count }, (_, index) => {
    // 2,000 of 2,300 applications became members.
    const isMember = index % 23 < 20
    const appliedOn = addDays(asOf, -30 - Math.floor((index * 500) / count))
    return {
      apply_no: `EA${appliedOn.replaceAll('-', '')}${String((index % 9000) + 1000)}`,
      corporate_no: isMember ? `E${String(firstNumber + index).padStart(6, '0')}` : null,
      tax_number: numbers.next().value,
      company_name: `${random.pick(names)}${random.pick(businesses)}${index + 1}股份有限公司`,
      responsible_person: createPersonName(random),
      contact_name: createPersonName(random),
      contact_email: `corporate${index + 1}@example.com`,
      invoice_email: `corporate${index + 1}@example.com`,
      status: isMember ? '3' : random.pick(['1', '2', '4']),
      applied_at: new Date(startOfTaipeiDate(appliedOn).getTime() + random.integer(9, 17) * 3_600_000),
      certificate,
    }
  })
  await sql`
    insert into corporate_member select (r).* from (
      select jsonb_populate_record(m, n || jsonb_build_object('id', random_id(), 'agreed_at', n -> 'applied_at', 'created_at', n -> 'applied_at',
        'status_since', (n ->> 'applied_at')::timestamptz + interval '3 days', 'approved_by',
          case when n ->> 'status' = ${sql.lit(corporateStatus.active)} then 'ops02' end,
        'approved_at', case when n ->> 'status' = ${sql.lit(corporateStatus.active)} then (n ->> 'applied_at')::timestamptz + interval '3 days' end,
        'review_remark', case when n ->> 'status' in (${literals(corporateStatus.supplement, corporateStatus.refused)}) then '設立登記證明與申請資料不符，請補正。' end)) as r
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as n
      join corporate_member m on m.corporate_no = 'E000002'
    ) as copy`.execute(db)
  await sql`update number_series set last_number = ${firstNumber + count} where series = 'corporate'`.execute(db)
  return rows.flatMap((row) => (row.status === corporateStatus.active && row.corporate_no !== null ? [row.corporate_no] : []))
}

/** Inserts orders of serials that are delivered and not invoiced yet, each with serials of its own that have lots in the ledger. */
export async function seedManySerials(
  trx: Trx,
  keys: SerialKeys,
  {
    random,
    asOf,
    corporateNos,
    batches,
    serials,
  }: { random: Random; asOf: string; corporateNos: readonly string[]; batches: number; serials: number },
): Promise<void> {
  const codes = demoCodes(random, false)
  const months = new Map<string, number>()
  const sales: TransferInput[] = []
  for (let index = 0; index < batches; index += 1) {
    // The last two months belong to the small set. Much older serials would have expired.
    const date = addDays(asOf, -70 - Math.floor(((batches - index) * 240) / batches))
    const month = date.slice(0, 7).replace('-', '')
    months.set(month, (months.get(month) ?? 0) + 1)
    const settlementNo = `SB${month}${String(months.get(month)).padStart(4, '0')}`
    const quantity = Math.floor(((index + 1) * serials) / batches) - Math.floor((index * serials) / batches)
    const points = random.pick([50, 100, 200, 300, 500])
    const batch = { settlementNo, points, quantity, validFrom: addDays(date, 3), validTo: addDays(date, 365) }
    const now = new Date(startOfTaipeiDate(date).getTime() + 14 * 3_600_000)
    await copyOrder(trx, { ...batch, corporateNo: random.pick(corporateNos), now })
    while ((await makeNextSerials(trx, keys, { batch, createdBy: 'ops01', now, create: () => codes.next().value })) < quantity);
    const source = { work: 'SERIAL_SALE', workId: settlementNo }
    const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: 'ops01' }
    sales.push({ context, transfer: { kind: 'serialSale', settlementNo }, points: points * quantity })
  }
  await deliverSerials(trx, sales)
}

/** Sales that go to the ledger together. */
const salesMax = 200

async function deliverSerials(trx: Trx, sales: readonly TransferInput[]): Promise<void> {
  const settlementNos = sales.map(({ context: { source } }) => ('workId' in source ? source.workId : ''))
  await trx.updateTable('pointSerial').set({ status: serialStatus.usable }).where('settlementNo', 'in', settlementNos).execute()
  for (let start = 0; start < sales.length; start += salesMax) await ledger.transferMany(trx, sales.slice(start, start + salesMax))
}

interface CopiedOrder {
  readonly settlementNo: string
  readonly corporateNo: string
  readonly points: number
  readonly quantity: number
  readonly validFrom: string
  readonly validTo: string
  readonly now: Date
}

async function copyOrder(trx: Trx, order: CopiedOrder): Promise<void> {
  const { settlementNo, corporateNo, points, quantity, validFrom, validTo, now } = order
  const total = points * quantity
  const tax = Math.round(total * 0.05)
  const values = {
    ...{ settlement_no: settlementNo, corporate_no: corporateNo, points_per_serial: points, quantity, total_points: total },
    ...{ unit_price: 1, discount_rate: 0, sales_amount: total, tax_amount: tax, total_amount: total + tax },
    ...{ valid_from: validFrom, valid_to: validTo, status: '5', generated_at: now, generated_count: quantity, purpose: null },
    // Invoices take the next number of a track, whose dates never go back: these months are long invoiced when the orders are made.
    ...{ invoice_no: null, invoice_date: null, sale_no: null, sale_date: null },
    ...{ payment_status: paymentStatus.unpaid, received_amount: 0, received_date: null, received_ref: null },
    ...{ created_at: now, submitted_at: now, approved_at: now },
  }
  await sql`
    insert into corporate_settlement select (jsonb_populate_record(m, ${JSON.stringify(values)}::jsonb || jsonb_build_object('id', random_id()))).*
    from corporate_settlement m where m.status = ${sql.lit(serialBatchStatus.delivered)}
      and m.delivery_method = ${sql.lit(deliveryMethod.file)} order by m.settlement_no limit 1`.execute(trx)
}

const cardsPerBatch = 500

/** Inserts physical cards in stock. */
export async function seedManyCards(
  trx: Trx,
  keys: SerialKeys,
  { random, asOf, count }: { readonly random: Random; readonly asOf: string; readonly count: number },
): Promise<void> {
  for (let made = 0; made < count; made += cardsPerBatch) {
    const date = addDays(asOf, -70 - Math.floor(((count - made) * 240) / count))
    const now = new Date(startOfTaipeiDate(date).getTime() + 10 * 3_600_000)
    const quantity = Math.min(cardsPerBatch, count - made)
    const batch = { settlementNo: null, points: random.pick([300, 500, 1000]), quantity, validMonths: 12, cardVendor: '晶采製卡' }
    await makeNextCards(trx, keys, {
      batch: { ...batch, cardBatchNo: await nextCardBatchNo(trx, date) },
      createdBy: 'ops01',
      now,
      create: () => cardCode(random),
    })
  }
}
