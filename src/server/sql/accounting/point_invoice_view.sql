-- Documents with the additional columns of the lists. Drafts of invoices that were dropped have no number: nobody ever had such a document.
create view point_invoice_view as
select d.*, case d.doc_type when '1' then '發票' else '折讓單' end as doc_kind, d.buyer_name || ' ' || d.source_no as doc_name,
  case when d.doc_type = '1' and d.status <> '3' then d.sales_amount - d.allowance_sales end as remaining_amount, o.doc_no as original_invoice_no,
  o.issue_date as original_invoice_date,
  u.upload_status, u.upload_due_on, u.upload_due_on - 2 as upload_remind_on, u.uploaded_at, u.upload_reason
from point_invoice d
left join invoice_document o on o.id = d.original_id
left join invoice_upload u on u.document_id = d.id
where d.status <> '3' or d.doc_no is not null;
