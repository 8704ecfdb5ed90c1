import { sql } from 'kysely'
import { invoiceDocType, paymentStatus, saleStatus } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { type DemoWorld, daysBefore, recordsOf } from '../world.ts'

const prepaidCompany = 'C000105'

/**
 * Invoices the sales of points on the day when months are invoiced, because the numbers of a track have to be in the order of their dates.
 */
export async function invoiceSales(world: DemoWorld, now: Date): Promise<void> {
  const clerk = recordsOf(world, 'centerSale', 'fin01', now)
  for (const sale of await approvedSales(world, taipeiDate(now))) {
    const invoiced = await clerk.transition(sale, 'invoice', { invoiceDate: taipeiDate(now) })
    await clerk.transition(invoiced, 'pay', { receivedAmount: sale.totalAmount, receivedDate: taipeiDate(now), receivedRef: '匯款' })
  }
}

/** Credits a tenth of the newest sale that was invoiced and paid before a day: half of what is overpaid is paid back, the rest waits. */
export async function creditSale(world: DemoWorld, now: Date): Promise<void> {
  const sale = await world.trx
    .selectFrom('centerSale')
    .select(['saleNo', 'salesAmount'])
    .where('status', '=', saleStatus.approved)
    .where('paymentStatus', '=', paymentStatus.paid)
    .where('receivedDate', '<', taipeiDate(now))
    .orderBy('saleNo', 'desc')
    .executeTakeFirst()
  if (!sale) return
  const invoice = await world.trx
    .selectFrom('invoiceDocument')
    .select(['id', 'rowVersion'])
    .where('sourceNo', '=', sale.saleNo)
    .where('docType', '=', invoiceDocType.invoice)
    .executeTakeFirst()
  if (!invoice) return
  const credit = { creditDate: taipeiDate(now), creditReason: '2', creditAmount: Math.ceil(sale.salesAmount / 10) }
  await recordsOf(world, 'pointInvoice', 'fin01', now).transition(invoice, 'allow', credit)
  const { rows } = await sql<StoredRecord & { overpaidAmount: number }>`
    select id, row_version, overpaid_amount from center_sale_view where sale_no = ${sale.saleNo}`.execute(world.trx)
  for (const overpaid of rows) {
    const refund = { refundedAmount: Math.floor(overpaid.overpaidAmount / 2), refundedDate: taipeiDate(now), refundedRef: '匯出' }
    await recordsOf(world, 'centerSale', 'fin01', now).transition(overpaid, 'refund', refund)
  }
}

/** Leaves sales in unfinished states: the newest approved one is partly paid; the others are drafts, submitted or returned. */
export async function seedOpenSales(world: DemoWorld): Promise<void> {
  for (const sale of await approvedSales(world, world.asOf)) {
    const part = { receivedAmount: 20_000, receivedDate: addDays(world.asOf, -5), receivedRef: '匯款' }
    await recordsOf(world, 'centerSale', 'fin01', daysBefore(world, 5)).transition(sale, 'pay', part)
  }
  for (const [fate, values] of [
    ['rejected', { points: 30_000, discountRate: 12 }],
    ['waiting', { points: 60_000, discountRate: 2.5 }],
    ['draft', { points: 10_000, discountRate: 0 }],
  ] as const) {
    const maker = recordsOf(world, 'centerSale', 'fin01', daysBefore(world, 2))
    const draft = await maker.create({ saleDate: addDays(world.asOf, -2), companyNo: prepaidCompany, ...values })
    if (fate === 'draft') continue
    const waiting = await maker.transition(draft, 'submit')
    const reject = { rejectReason: '折扣率高於核准範圍，請確認後重新送審。' }
    if (fate === 'rejected') await recordsOf(world, 'centerSale', 'fm01', daysBefore(world, 2, 15)).transition(waiting, 'reject', reject)
  }
}

/** Approved and unpaid sales up to a date. */
async function approvedSales({ trx }: DemoWorld, until: string): Promise<readonly (StoredRecord & { readonly totalAmount: number })[]> {
  return trx
    .selectFrom('centerSale')
    .select(['id', 'rowVersion', 'totalAmount'])
    .where('status', '=', saleStatus.approved)
    .where('paymentStatus', '=', paymentStatus.unpaid)
    .where('saleDate', '<=', until)
    .orderBy('saleNo')
    .execute()
}
