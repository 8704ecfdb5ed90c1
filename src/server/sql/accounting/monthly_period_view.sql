-- Months with their points: computed while a month is open, from the statement afterwards.
create view monthly_period_view as
select
  p.*, c.settlement_mode,
  coalesce(s.net_ap_points, live.net_ap_points, 0) as net_ap_points,
  coalesce(s.net_dp_points, live.net_dp_points, 0) as net_dp_points,
  coalesce(s.late_count, live.late_count, 0) as late_count,
  coalesce(a.unresolved_count, 0) as unresolved_count,
  t.net_amount as trial_net_amount, t.made_at as trial_at, s.net_amount, s.statement_no,
  latest.version, latest.reopen_reason,
  -- Filled in by the hook: what stands in the way depends on the day.
  null::text as check_result
from monthly_period p
join company c on c.company_no = p.company_no
left join statement s on s.period_id = p.id and s.status <> '9'
left join lateral (
  select v.version, v.reopen_reason from statement v where v.period_id = p.id order by v.version desc limit 1
) latest on true
left join statement_trial t on t.period_id = p.id
left join lateral (
  select
    -sum(e.points) filter (where e.account_class = 'AWARD') as net_ap_points,
    sum(e.points) filter (where e.account_class = 'DEDUCT') as net_dp_points,
    count(*) filter (where e.business_date not between p.start_date and p.end_date)::int as late_count
  from point_entry e where e.company_no = p.company_no and e.period_id = p.id
) live on p.status = '1'
left join lateral (
  select count(*)::int as unresolved_count from aberrant_point_remark r
  where r.period_id = p.id and r.status = '1'
) a on true;
