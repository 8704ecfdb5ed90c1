-- Statements with the company's short name, their invoices, and what is still to be received and paid for them today.
create view statement_view as
select s.*, c.company_short_name, s.ap_fee + s.write_off_amount + s.conv_in_amount as ap_sales_amount, i.ap_invoice_no, i.dp_invoice_no,
  o.outstanding_amount, o.unpaid_amount, d.days as overdue_days,
  -- ReceivableAge: 1 not due, 2 to 30 days, 3 to 60, 4 to 90, 5 longer.
  case when o.outstanding_amount = 0 then null when d.days = 0 then '1' when d.days <= 30 then '2' when d.days <= 60 then '3'
    when d.days <= 90 then '4' else '5' end as receivable_age
from statement_left s
join company c on c.company_no = s.company_no
left join lateral (
  select max(d.doc_no) filter (where d.fee_type = '1') as ap_invoice_no, max(d.doc_no) filter (where d.fee_type = '2') as dp_invoice_no
  from invoice_document d where d.statement_id = s.id and d.doc_type = '1' and d.status <> '3'
) i on true
cross join lateral (
  select case when s.status in ('2', '3') then s.to_receive else 0 end as outstanding_amount,
    case when s.status in ('2', '3') then s.to_pay else 0 end as unpaid_amount
) o
cross join lateral (
  select case when o.outstanding_amount = 0 then 0 else greatest((now() at time zone 'Asia/Taipei')::date - s.due_date, 0) end as days
) d;
