-- Debts for the screens (domain 4.9); the ledger writes them. The link to the member uses the random id.
create view member_pending_point_view as
select p.*, m.member_name, m.id::text as member_id, t.transaction_no, o.transaction_no as original_transaction_no,
  -- Days since the debt began, until it was settled.
  ((case when p.status in ('3', '5') then coalesce(p.updated_at, now()) else now() end at time zone 'Asia/Taipei')::date
    - (p.created_at at time zone 'Asia/Taipei')::date) as age_days
from member_pending_point p
join member m on m.member_no = p.member_no
join point_transaction t on t.id = p.transaction_id
left join point_transaction o on o.id = p.original_transaction_id;
