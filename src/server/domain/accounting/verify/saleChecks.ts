import { sql } from 'kysely'
import { invoiceDocType, invoiceStatus, paymentStatus, saleStatus, txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { AreaCheck } from '../../points/public.ts'
import { sourceKind } from '../invoice/documents.ts'

const approved = sql.lit(saleStatus.approved)
const voided = sql.lit(saleStatus.void)

/** Checks sales of points against the ledger and their invoices. */
export const saleChecks: readonly AreaCheck[] = [
  {
    id: 'C1',
    title: '已核准的點數銷售恰入帳一次，作廢者恰扣回一次，其餘未入帳',
    violations: sql`
      with posted as (
        select t.source_id as sale_no, e.company_no,
          coalesce(sum(e.points) filter (where t.kind = ${sql.lit(txnKind.centerSale)}), 0) as sold,
          coalesce(-sum(e.points) filter (where t.kind = ${sql.lit(txnKind.centerSaleVoid)}), 0) as returned
        from point_transaction t join point_entry e on e.transaction_id = t.id and e.account_class = 'PREPAID'
        where t.kind in (${literals(txnKind.centerSale, txnKind.centerSaleVoid)})
        group by t.source_id, e.company_no
      )
      select s.sale_no as place from center_sale s left join posted p on p.sale_no = s.sale_no and p.company_no = s.company_no
      where (coalesce(p.sold, 0), coalesce(p.returned, 0))
        <> (case when s.status in (${approved}, ${voided}) then s.points else 0 end, case s.status when ${voided} then s.points else 0 end)`,
  },
  {
    id: 'C2',
    title: '點數銷售的金額等於點數乘以單價減折扣，發票與其金額相同，作廢者沒有未折讓的發票',
    violations: sql`
      select s.sale_no as place
      from center_sale_view s
      left join invoice_document d on d.source_kind = ${sql.lit(sourceKind.sale)} and d.source_no = s.sale_no
        and d.doc_type = ${sql.lit(invoiceDocType.invoice)}
        and d.status <> ${sql.lit(invoiceStatus.void)}
      where s.sales_amount <> round(s.points * s.unit_price * (100 - s.discount_rate) / 100)
        or (s.tax_percent is not null and s.tax_amount <> round(s.sales_amount * s.tax_percent / 100))
        or (d.sales_amount, d.tax_amount) <> (s.sales_amount, s.tax_amount)
        or (s.status = ${voided} and d.sales_amount <> d.allowance_sales)
        or (d.id is not null and s.status not in (${approved}, ${voided}))`,
  },
  {
    id: 'C3',
    title: '點數銷售與企業點數訂單的付款狀態與已收金額相符',
    violations: sql`
      select s.sale_no as place from center_sale_view s
      cross join lateral (
        select coalesce(sum(a.total_amount), 0) as credited
        from invoice_document i join invoice_document a on a.original_id = i.id
        where i.source_kind = ${sql.lit(sourceKind.sale)} and i.source_no = s.sale_no and i.status <> ${sql.lit(invoiceStatus.void)}
          and a.status in (${literals(invoiceStatus.issued, invoiceStatus.agreed)})
      ) c
      where case
        -- Of a void sale: what is still here was paid, until all of it went back.
        when s.status = ${voided} and s.received_amount > 0 then s.payment_status = ${sql.lit(paymentStatus.unpaid)}
          or (s.refunded_amount = s.received_amount and s.payment_status <> ${sql.lit(paymentStatus.refunded)})
        else s.payment_status <> case
          when s.received_amount - s.refunded_amount + c.credited = 0 or s.status = ${voided} then ${sql.lit(paymentStatus.unpaid)}
          when s.received_amount - s.refunded_amount >= s.total_amount - c.credited then ${sql.lit(paymentStatus.paid)}
          when s.received_amount = s.refunded_amount then ${sql.lit(paymentStatus.unpaid)}
          else ${sql.lit(paymentStatus.partlyPaid)} end end`,
  },
  {
    id: 'C4',
    title: '企業點數訂單以往登錄的發票號碼未與憑證重複',
    violations: sql`
      select o.settlement_no as place from corporate_settlement o join invoice_document d on d.doc_no = o.invoice_no`,
  },
  {
    id: 'C5',
    title: '點數銷售與企業點數訂單的已收與已退金額等於其收退款之和，且已收扣除已退不超過總額',
    violations: sql`
      select s.sale_no as place from center_sale_view s
      cross join lateral (
        select coalesce(sum(p.received_amount), 0) as received, coalesce(sum(p.refunded_amount), 0) as refunded
        from sale_payment p where p.sale_no = s.sale_no
      ) p
      where (s.received_amount, s.refunded_amount) <> (p.received, p.refunded) or p.received - p.refunded not between 0 and s.total_amount`,
  },
]
