-- Transactions of a member with the points of the member's entry, as the rules count them.
create view anomaly_movement as
select t.id, t.transaction_no, t.kind, t.business_at, t.business_date, t.posted_at, t.company_no, t.retail_store_no, t.member_no, t.amount,
  t.activity_code, t.original_transaction_id,
  (select abs(sum(e.points)) from point_entry e where e.transaction_id = t.id and e.account_class = 'MEMBER')::bigint as points
from point_transaction t
where t.kind in ('10', '11', '20', '30', '31', '80', '81') and t.member_no is not null;
