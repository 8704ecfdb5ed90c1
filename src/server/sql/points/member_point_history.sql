-- Entries of members, as staff and the member see them.
create view member_point_history as
select e.id, e.transaction_id, a.owner_id as member_no,
  -- Only asked for: the server finds the member first.
  null::text as mobile, null::text as card_no,
  t.business_at, e.posted_at, t.transaction_no, t.kind as txn_kind,
  coalesce(t.company_no, nullif(e.company_no, 'C000000')) as company_no, t.retail_store_no,
  case when t.kind in ('30', '31') then -t.amount else t.amount end as amount,
  case when e.points > 0 then e.points end as points_in,
  case when e.points < 0 then -e.points end as points_out,
  e.balance_after,
  case when e.points > 0 then (
    select min(l.expire_date) from point_lot l where l.transaction_id = e.transaction_id and l.account_id = e.account_id
  ) end as expire_date,
  left(t.remark, 100) as remark,
  (select m.id::text from member m where m.member_no = a.owner_id) as member_id
from point_account a
join point_entry e on e.account_id = a.id and e.account_seq is not null
join point_transaction t on t.id = e.transaction_id
where a.class = 'MEMBER';
