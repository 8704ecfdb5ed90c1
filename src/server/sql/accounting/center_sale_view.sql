-- Sales of points to prepaid companies, and to corporate members. The latter belong to orders, which have a screen of their own. With what is
-- left to receive and what was received too much and not paid back yet, by the allowances over the invoice.
create view center_sale_view as
select u.*, case when u.status in ('2', '3') then greatest(u.total_amount - c.credited - k.kept, 0) else 0 end as outstanding_amount,
  -- Nothing is owed for a draft, a returned and a void sale.
  case when u.status in ('1', '4', '5') then k.kept else greatest(k.kept - (u.total_amount - c.credited), 0) end as overpaid_amount
from (
  select s.id, s.sale_no, s.sale_date, '1' as buyer_type, s.company_no, null::text as corporate_no, null::text as settlement_no, s.points,
    s.unit_price, s.discount_rate, s.tax_percent, s.sales_amount, s.tax_amount, s.total_amount, i.invoice_no, i.invoice_date, s.payment_status,
    s.received_amount, s.received_date, s.received_ref, s.refunded_amount, s.refunded_date, s.refunded_ref, s.status, s.void_reason, s.submitted_by, s.submitted_at, s.approved_by, s.approved_at,
    s.reject_reason, s.row_version, s.created_by, s.created_at, s.updated_by, s.updated_at
  from center_sale s left join sale_invoice i on i.sale_no = s.sale_no
  union all
  select c.id, c.sale_no, c.sale_date, '2', null, c.corporate_no, c.settlement_no, c.total_points,
    c.unit_price, c.discount_rate, null::numeric, c.sales_amount::bigint, c.tax_amount::bigint, c.total_amount::bigint, c.invoice_no, c.invoice_date,
    c.payment_status, c.received_amount::bigint, c.received_date, c.received_ref, c.refunded_amount::bigint, c.refunded_date, c.refunded_ref,
    case c.status when '8' then '5' else '3' end, c.void_reason,
    c.submitted_by, c.submitted_at, c.approved_by, c.approved_at, c.reject_reason, c.row_version, c.created_by, c.created_at, c.updated_by,
    c.updated_at
  from corporate_settlement_view c where c.sale_no is not null
) u
cross join lateral (
  select coalesce(sum(d.total_amount), 0)::bigint as credited from invoice_document d
  where d.source_kind = '4' and d.source_no = u.sale_no and d.doc_type = '2' and d.status in ('2', '6')
) c
cross join lateral (select u.received_amount - u.refunded_amount as kept) k;
