-- The ledger as 特約商點數歷程 and 會員點數歷程 show it (domain 4.8). A row is one line of a transaction; every view begins with an index:
-- a company's lines by day, or the lines of one member.

create index point_entry_company_date on point_entry (company_no, business_date) where company_no is not null;

-- Lines of company accounts, as the company sees them: points given and points taken are positive, returned ones negative.
create view contractor_point_history as
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
  e.points, e.unit_price, t.payment_type, t.activity_code, p.period_no, t.is_late_posted, t.rule_snapshot::text as rule_snapshot, t.remark
from point_entry e
join point_transaction t on t.id = e.transaction_id
left join company_period p on p.id = e.period_id
where e.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')
  and e.company_no is not null and e.company_no <> 'C000000';

-- All lines of a transaction.
create view point_entry_line as
select e.id, e.transaction_id, e.line_no, e.account_class, e.company_no, e.retail_store_no, e.points, e.unit_price, e.component, p.period_no,
  e.balance_after
from point_entry e
left join company_period p on p.id = e.period_id;

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
  left(t.remark, 100) as remark
from point_account a
join point_entry e on e.account_id = a.id and e.account_seq is not null
join point_transaction t on t.id = e.transaction_id
where a.class = 'MEMBER';

-- Lots that a transaction made, used or gave back to; points as the lot counts them.
create view member_lot_move as
select l.id, l.transaction_id, l.id as lot_id, l.issuer_company_no, l.activity_code, l.issued_points as points, '0' as move,
  l.effective_date, l.expire_date
from point_lot l
union all
select -a.id, a.transaction_id, l.id, l.issuer_company_no, l.activity_code, -a.points, a.allocation_kind, l.effective_date, l.expire_date
from lot_allocation a
join point_lot l on l.id = a.lot_id;

-- Points of a member that can still be used or will expire.
create view member_lot as
select l.id, a.owner_id as member_no, t.transaction_no, l.issuer_company_no, l.activity_code, l.issued_points, l.remaining_points,
  l.effective_date, l.expire_date
from point_lot l
join point_account a on a.id = l.account_id and a.class = 'MEMBER'
join point_transaction t on t.id = l.transaction_id
where l.remaining_points > 0;

-- A member with what the points come to on this day in Taipei.
create view member_overview as
select m.id, m.row_version, m.member_no, m.mobile, m.member_name, m.status, m.status_reason, m.registered_at,
  -- Always masked: the whole numbers are read by who gives a reason only.
  (select string_agg(left(c.card_no, 4) || repeat('*', greatest(char_length(c.card_no) - 8, 0)) || right(c.card_no, 4), '、' order by c.bound_at)
    from member_card c where c.member_no = m.member_no and c.status = '1') as card_nos,
  coalesce(a.balance, 0) as balance,
  case when m.status = '1' and coalesce(a.owed_points, 0) = 0 then coalesce(l.usable, 0) else 0 end as available_points,
  coalesce(l.later, 0) as not_yet_effective,
  coalesce(a.owed_points, 0) as owed_points,
  coalesce(l.expiring, 0) as expiring30
from member m
cross join lateral (select (now() at time zone 'Asia/Taipei')::date as today) as clock
left join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no
left join lateral (
  select sum(p.remaining_points) filter (where p.effective_date <= clock.today)::bigint as usable,
    sum(p.remaining_points) filter (where p.effective_date > clock.today)::bigint as later,
    sum(p.remaining_points) filter (where p.expire_date <= clock.today + 30)::bigint as expiring
  from point_lot p
  where p.account_id = a.id and p.remaining_points > 0 and p.expire_date >= clock.today
) as l on true;
