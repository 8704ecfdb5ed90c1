-- Entries of the accounts of corporate members, as staff and the member see them. A posting may have an earlier business date, so each
-- balance is summed in the order of the dates, as in the member's own ledger.
create view corporate_point_history as
select e.id, a.owner_id as corporate_no, e.account_seq, t.business_at, t.business_date, e.posted_at, t.transaction_no, t.kind as txn_kind,
  case when e.points > 0 then e.points end as points_in,
  case when e.points < 0 then -e.points end as points_out,
  (sum(e.points) over (partition by a.owner_id order by t.business_at, e.account_seq))::bigint as balance,
  case when e.points > 0 then (
    select min(l.expire_date) from point_lot l where l.transaction_id = e.transaction_id and l.account_id = e.account_id
  ) end as expire_date,
  left(t.remark, 100) as remark
from point_account a
join point_entry e on e.account_id = a.id and e.account_seq is not null
join point_transaction t on t.id = e.transaction_id
where a.class = 'CORP';
