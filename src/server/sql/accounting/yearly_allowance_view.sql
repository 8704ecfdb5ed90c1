-- Allowances of years with their year, their invoice and their settlement.
create view yearly_allowance_view as
select d.*, d.doc_no as allowance_no, y.setting_id, y.year, y.yearly_statement_no, o.doc_no as original_invoice_no,
  o.issue_date as original_invoice_date, o.sales_amount as original_sales,
  o.sales_amount - coalesce(earlier.sales_amount, 0) as remaining_before,
  s.settled_on, s.reference as settle_ref, n.statement_no as set_off_statement_no,
  u.upload_status, u.upload_due_on, u.upload_due_on - 2 as upload_remind_on, u.uploaded_at, u.upload_reason
from yearly_allowance d
join yearly_statement y on y.id = d.yearly_statement_id
join invoice_document o on o.id = d.original_id
left join lateral (
  select sum(e.sales_amount) as sales_amount from invoice_document e
  where e.original_id = d.original_id and e.status <> '3' and e.doc_no < d.doc_no
) earlier on true
left join allowance_settlement s on s.document_id = d.id and s.released_at is null
left join statement n on n.id = s.statement_id
left join invoice_upload u on u.document_id = d.id;
