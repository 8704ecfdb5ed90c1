import { sql } from 'kysely'
import { invoiceDocType, invoiceStatus, paymentStatus, saleStatus, serialBatchStatus } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { sourceKind } from './documents.ts'

/** Sales have two tables: of prepaid companies, and of corporate members, whose sales are their orders. */
const saleTables = [
  { table: sql.table('center_sale'), voided: saleStatus.void },
  { table: sql.table('corporate_settlement'), voided: serialBatchStatus.void },
] as const

/** What was credited over the invoice of a sale and is in force, with tax: nobody has to pay it any more. */
export async function readSaleCredit(db: Executor, saleNo: string | null | undefined): Promise<number> {
  const { rows } = await sql<{ credited: number }>`
    select coalesce(sum(total_amount), 0)::bigint as credited from invoice_document
    where source_kind = ${sourceKind.sale} and source_no = ${saleNo ?? ''} and doc_type = ${invoiceDocType.allowance}
      and status in (${literals(invoiceStatus.issued, invoiceStatus.agreed)})`.execute(db)
  return rows[0]?.credited ?? 0
}

/** Locks a sale before it is credited, so that nobody registers a payment meanwhile. */
export async function lockSale(trx: Trx, saleNo: string): Promise<void> {
  for (const { table } of saleTables) await sql`select id from ${table} where sale_no = ${saleNo} for update`.execute(trx)
}

/** Sets how far a sale is paid after an allowance over its invoice was issued or voided by hand. A void sale keeps its own state. */
export async function moveSaleAfterCredit(trx: Trx, saleNo: string): Promise<void> {
  const credited = await readSaleCredit(trx, saleNo)
  for (const { table, voided } of saleTables)
    await sql`
      update ${table} s set row_version = row_version + 1, payment_status = n.payment_status
      from (
        select id, case
          when received_amount - refunded_amount >= total_amount - ${credited}::bigint then ${paymentStatus.paid}
          when received_amount > refunded_amount then ${paymentStatus.partlyPaid} else ${paymentStatus.unpaid} end as payment_status
        from ${table} where sale_no = ${saleNo} and status <> ${voided}
      ) n
      where n.id = s.id and n.payment_status <> s.payment_status`.execute(trx)
}
