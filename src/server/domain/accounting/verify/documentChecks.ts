import { sql } from 'kysely'
import { invoiceDocType, invoiceFeeType, invoiceStatus, paymentStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { AreaCheck } from '../../points/public.ts'

const invoice = sql.lit(invoiceDocType.invoice)
const allowance = sql.lit(invoiceDocType.allowance)
const voided = sql.lit(invoiceStatus.void)

/** Checks invoices, allowances and payments against their statements. */
export const documentChecks: readonly AreaCheck[] = [
  {
    id: 'D1',
    title: '已開立發票的對帳單，各項費用恰有其發票或折讓',
    violations: sql`
      with fee as (
        select s.id, s.statement_no, f.fee_type, f.sales, f.tax
        from statement s
        cross join lateral (values
          (${sql.lit(invoiceFeeType.issue)}, s.ap_fee + s.write_off_amount + s.conv_in_amount + s.payer_amount, s.ap_tax + s.payer_tax),
          (${sql.lit(invoiceFeeType.processing)}, s.dp_proc_fee, s.dp_proc_tax)) as f (fee_type, sales, tax)
        where s.status in (${literals(statementStatus.invoiced, statementStatus.paid)})
      ), billed as (
        select statement_id, fee_type,
          sum(sales_amount) filter (where doc_type = ${invoice}) as sales, sum(tax_amount) filter (where doc_type = ${invoice}) as tax,
          -sum(sales_amount) filter (where doc_type = ${allowance}) as credited
        from invoice_document where statement_id is not null and status <> ${voided} group by statement_id, fee_type
      )
      select fee.statement_no || ' ' || fee.fee_type as place
      from fee left join billed b on b.statement_id = fee.id and b.fee_type = fee.fee_type
      where case when fee.sales < 0 then fee.sales is distinct from b.credited
        else (fee.sales, case when fee.sales = 0 then 0 else fee.tax end) is distinct from (coalesce(b.sales, 0), coalesce(b.tax, 0)) end`,
  },
  {
    id: 'D2',
    title: '憑證金額等於其明細之和',
    violations: sql`
      select coalesce(d.doc_no, d.source_no) as place from invoice_document d left join invoice_line l on l.document_id = d.id
      group by d.id having coalesce(sum(l.amount), 0) <> d.sales_amount`,
  },
  {
    id: 'D3',
    title: '發票的已折讓金額等於其有效折讓單之和',
    violations: sql`
      select i.doc_no as place
      from invoice_document i left join invoice_document a on a.original_id = i.id and a.status <> ${voided}
      where i.doc_type = ${invoice}
      group by i.id
      having (i.allowance_sales, i.allowance_tax) <> (coalesce(sum(a.sales_amount), 0), coalesce(sum(a.tax_amount), 0))`,
  },
  {
    id: 'D4',
    title: '字軌號碼連號開立，日期不倒退',
    violations: sql`
      with issued as (
        select t.id, t.track, t.first_no, t.next_no, substr(d.doc_no, 3)::int as number, d.issue_date,
          lag(d.issue_date) over (partition by t.id order by d.doc_no) as date_before
        from invoice_track t
        left join invoice_document d on d.doc_type = ${invoice} and d.tax_period = t.tax_period
          and d.doc_no between t.track || to_char(t.first_no, 'FM00000000') and t.track || to_char(t.last_no, 'FM00000000')
      )
      select track || to_char(first_no, 'FM00000000') as place from issued
      group by id, track, first_no, next_no
      having count(number) <> next_no - first_no or max(number) is distinct from nullif(next_no - 1, first_no - 1)
        or bool_or(issue_date < date_before)`,
  },
  {
    id: 'D5',
    title: '對帳單的已收付、已沖應收與已折讓等於收付款及折讓單之和，不超過應收付；已收付款者，收付之差等於淨額減已折讓',
    violations: sql`
      select s.statement_no as place
      from statement s
      cross join lateral (
        select coalesce(sum(p.received_amount), 0) as received, coalesce(sum(p.paid_amount), 0) as paid,
          coalesce(sum(p.receivable), 0) as cleared
        from payment_clearing p where p.statement_id = s.id
      ) p
      cross join lateral (
        -- Credited by hand over the statement's own invoices, which is issued at once: in force, and ever.
        select coalesce(sum(a.total_amount) filter (where a.status <> ${voided}), 0) as credited, coalesce(sum(a.total_amount), 0) as ever
        from invoice_document i join invoice_document a on a.original_id = i.id and a.statement_id = s.id
        where i.statement_id = s.id
      ) c
      where (s.received_amount, s.paid_amount, s.cleared_receivable) <> (p.received, p.paid, p.cleared) or s.credited_amount <> c.credited
        or p.received > greatest(s.receivable_amount + s.other_amount, 0) + greatest(-s.payable_amount, 0) + c.ever
        or p.paid > greatest(s.payable_amount, 0) + greatest(-s.receivable_amount - s.other_amount, 0) + c.ever
        or (s.status = ${sql.lit(statementStatus.paid)}) <> (s.payment_status = ${sql.lit(paymentStatus.paid)})
        or (s.status = ${sql.lit(statementStatus.paid)}
          and p.received - p.paid <> s.receivable_amount - s.payable_amount + s.other_amount - c.credited)`,
  },
]
