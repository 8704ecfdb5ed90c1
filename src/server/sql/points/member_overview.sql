-- A member with the points on the current day in Taipei.
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
