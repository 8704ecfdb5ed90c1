-- New members by day in Taipei. The day is the expression of an index, so a period reads its own members only.
create view daily_members as
select ((m.registered_at at time zone 'Asia/Taipei')::date - date '2000-01-01')::bigint as id,
  (m.registered_at at time zone 'Asia/Taipei')::date as business_date, count(*)::int as member_count
from member m
group by (m.registered_at at time zone 'Asia/Taipei')::date;
