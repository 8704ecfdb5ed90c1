-- Statements of months with the company's short name and their invoices.
create view statement_view as
select s.*, c.company_short_name, s.ap_fee + s.write_off_amount + s.conv_in_amount as ap_sales_amount, i.ap_invoice_no, i.dp_invoice_no
from statement s
join company c on c.company_no = s.company_no
left join lateral (
  select max(d.doc_no) filter (where d.fee_type = '1') as ap_invoice_no, max(d.doc_no) filter (where d.fee_type = '2') as dp_invoice_no
  from invoice_document d where d.statement_id = s.id and d.doc_type = '1' and d.status <> '3'
) i on true;
