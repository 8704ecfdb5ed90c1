-- Invoices and allowances by the number of their statement, without dropped drafts.
create view statement_invoice as
select d.id, s.statement_no, s.company_no, d.doc_type, d.doc_no, d.fee_type, d.issue_date, d.sales_amount, d.tax_amount, d.total_amount,
  case when d.doc_type = '1' and d.status <> '3' then d.sales_amount - d.allowance_sales end as remaining_amount, d.status, d.void_reason
from invoice_document d join statement s on s.id = d.statement_id
where d.status <> '3' or d.doc_no is not null;
