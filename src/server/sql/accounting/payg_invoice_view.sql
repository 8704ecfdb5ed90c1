-- Documents with the additional columns of the lists.
create view payg_invoice_view as
select d.*, d.sales_amount - d.allowance_sales as remaining_amount, o.doc_no as original_invoice_no, o.issue_date as original_invoice_date,
  u.upload_status, u.upload_due_on, u.upload_due_on - 2 as upload_remind_on, u.uploaded_at, u.upload_reason
from payg_invoice d
left join invoice_document o on o.id = d.original_id
left join invoice_upload u on u.document_id = d.id;
