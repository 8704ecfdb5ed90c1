-- All lines of a transaction.
create view point_entry_line as
select e.id, e.transaction_id, e.line_no, e.account_class, e.company_no, e.retail_store_no, e.points, e.unit_price, e.component, p.period_no,
  e.balance_after
from point_entry e
left join company_period p on p.id = e.period_id;
