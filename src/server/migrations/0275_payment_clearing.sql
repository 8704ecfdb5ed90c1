-- An allowance over an invoice of a statement reduces what is still to be received for it; issued after the payment, it is paid back. So a
-- payment says what it took off the receivable; the rest of it went to the payable. Payments of before have none (view payment_clearing).
alter table statement_payment add column cleared_receivable bigint;
-- Until now the whole receivable was received in spite of an allowance: that much waits to be paid back.
with owed_back as (
  update statement s set status = '3', payment_status = '1', settled_at = null, row_version = row_version + 1
  where s.status = '4' and exists (
    select from invoice_document d join invoice_document o on o.id = d.original_id and o.statement_id = d.statement_id
    where d.statement_id = s.id and d.doc_type = '2' and d.status in ('2', '6'))
  returning s.period_id
)
update company_period p set status = '3', row_version = p.row_version + 1 from owed_back b where p.id = b.period_id;
