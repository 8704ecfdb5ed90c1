-- The entries of a version of a statement: those of its period that were posted before it was closed.
create view statement_entry as
select e.id, s.statement_no, s.company_no, s.period_id, e.business_date, e.posted_at, t.transaction_no, t.kind as txn_kind, e.account_class,
  e.component, e.component_code, e.retail_store_no, e.points, e.unit_price, t.amount, t.external_txn_no, t.activity_code,
  e.business_date not between s.start_date and s.end_date as is_late_posted
from statement s
join point_entry e on e.company_no = s.company_no and e.period_id = s.period_id and e.posted_at <= s.closed_at
join point_transaction t on t.id = e.transaction_id;
