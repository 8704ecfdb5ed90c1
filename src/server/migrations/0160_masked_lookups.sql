-- Members are opened from other records by their id, which is random and tells nothing; their number stays masked there.
drop view warning_transaction_view;
create view warning_transaction_view as
select w.*, m.status as member_status, m.id::text as member_id
from warning_transaction w
left join member m on m.member_no = w.member_no;

drop view member_pending_point_view;
create view member_pending_point_view as
select p.*, m.member_name, m.id::text as member_id, t.transaction_no, o.transaction_no as original_transaction_no,
  -- Days since the debt began, until it was settled.
  ((case when p.status in ('3', '5') then coalesce(p.updated_at, now()) else now() end at time zone 'Asia/Taipei')::date
    - (p.created_at at time zone 'Asia/Taipei')::date) as age_days
from member_pending_point p
join member m on m.member_no = p.member_no
join point_transaction t on t.id = p.transaction_id
left join point_transaction o on o.id = p.original_transaction_id;

create view log_activity_exception_view as
select x.*, m.id::text as member_id
from log_activity_exception x
left join member m on m.member_no = x.member_no;

-- A sheet about one member leads to it; one about several leads to none.
create view adjustment_sheet_view as
select s.*,
  case when s.line_count = 1 then (select m.id::text from member m where m.member_no = s.lines -> 0 ->> 'memberNo') end as member_id
from adjustment_sheet s;

create or replace view contractor_point_history as
select e.id, e.transaction_id, t.transaction_no, t.external_txn_no, t.platform_no, t.business_at, e.business_date, e.posted_at, e.company_no,
  coalesce(e.retail_store_no, t.retail_store_no) as retail_store_no, t.kind as txn_kind, e.account_class, t.member_no,
  -- The sale stands once, on the first line of the company, so that sums tell it once; what was taken back counts against it.
  case when e.line_no <= 2 or not exists (
    select from point_entry f
    where f.transaction_id = e.transaction_id and f.line_no < e.line_no and f.company_no = e.company_no
      and f.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')
  ) then case when t.kind in ('30', '31') then -t.amount else t.amount end end as amount,
  case
    when e.account_class in ('AWARD', 'PAYG', 'CONVIN', 'WRITEOFF') or (e.account_class = 'PREPAID' and t.kind not in ('60', '65'))
    then -e.points
  end as ap_points,
  case when e.account_class in ('DEDUCT', 'CONVOUT') then e.points end as dp_points,
  e.points, e.unit_price, t.payment_type, t.activity_code, p.period_no, t.is_late_posted, t.rule_snapshot::text as rule_snapshot, t.remark,
  (select m.id::text from member m where m.member_no = t.member_no) as member_id
from point_entry e
join point_transaction t on t.id = e.transaction_id
left join company_period p on p.id = e.period_id
where e.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')
  and e.company_no is not null and e.company_no <> 'C000000';

create or replace view member_point_history as
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

-- Whole values of masked fields that people looked for: how many different ones each may try in an hour. The values themselves are not
-- kept, only a keyed hash of each.
create table masked_lookup (
  user_name text not null,
  value_hash bytea not null,
  asked_at timestamptz not null,
  primary key (user_name, value_hash)
);
create index masked_lookup_asked_at on masked_lookup (asked_at);
