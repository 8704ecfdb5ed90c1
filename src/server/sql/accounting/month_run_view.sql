-- Month runs with their progress.
create view month_run_view as
select r.*, count.total_count, count.done_count, count.refused_count, count.waiting_count
from month_run r
cross join lateral (
  select count(*)::int as total_count, count(*) filter (where v.verdict = '2')::int as done_count,
    count(*) filter (where v.verdict = '3')::int as refused_count, count(*) filter (where v.verdict = '1')::int as waiting_count
  from month_run_verdict v where v.run_id = r.id
) as count;
