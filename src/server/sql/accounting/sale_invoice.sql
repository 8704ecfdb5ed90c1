-- The invoice of a sale of points; number and date are empty when it is void.
create view sale_invoice as
select distinct on (d.source_no) d.source_no as sale_no,
  case when d.status <> '3' then d.doc_no end as invoice_no, case when d.status <> '3' then d.issue_date end as invoice_date
from invoice_document d where d.source_kind = '4' and d.doc_type = '1'
order by d.source_no, d.status = '3';
