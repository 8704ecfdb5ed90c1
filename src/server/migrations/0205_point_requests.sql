-- Orders that a corporate member asked for on the portal: drafts that staff price, submit and approve as their own.

-- OrderSource: 1 written by staff, 2 asked for by the member.
alter table corporate_settlement add column order_source text not null default '1' check (order_source in ('1', '2'));
create index corporate_settlement_request on corporate_settlement (corporate_no, created_at) where order_source = '2';

drop view corporate_settlement_view;
create view corporate_settlement_view as
select s.*, m.company_name, m.credit_term_days, coalesce(a.balance, 0) as remaining_points, u.used_points, u.used_count
from corporate_settlement s
join corporate_member m on m.corporate_no = s.corporate_no
left join point_account a on a.class = 'SERIAL' and a.owner_id = s.settlement_no
cross join lateral (
  select coalesce(sum(b.points), 0)::bigint as used_points, (count(*) filter (where b.points > 0))::int as used_count
  from (
    select sum(points) as points from serial_use
    where holder_no = s.settlement_no and use_kind in ('exchange', 'deposit') group by bearer_kind, bearer_id
  ) b
) u;
