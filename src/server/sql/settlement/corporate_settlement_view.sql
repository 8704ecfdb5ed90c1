-- Orders of points with the number of used serials and cards.
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
