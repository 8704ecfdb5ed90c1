-- 近12期對帳單: the latest twelve periods of a company and stream with their points.
create view company_recent_period as
select
  p.id, p.company_no, p.stream, p.period_no, p.start_date, p.end_date, p.status, p.closed_at, p.closed_by,
  coalesce(e.ap_points, 0) as ap_points, coalesce(e.payg_points, 0) as payg_points, coalesce(e.dp_points, 0) as dp_points,
  coalesce(e.conv_in_points, 0) as conv_in_points, coalesce(e.conv_out_points, 0) as conv_out_points,
  p.row_version, p.created_by, p.created_at, p.updated_by, p.updated_at
from (
  select q.*, row_number() over (partition by q.company_no order by q.start_date desc, q.stream) as age from company_period q
) p
left join lateral (
  select
    -sum(n.points) filter (where n.account_class in ('AWARD', 'PREPAID')) as ap_points,
    -sum(n.points) filter (where n.account_class = 'PAYG') as payg_points,
    sum(n.points) filter (where n.account_class = 'DEDUCT') as dp_points,
    -sum(n.points) filter (where n.account_class = 'CONVIN') as conv_in_points,
    sum(n.points) filter (where n.account_class = 'CONVOUT') as conv_out_points
  from point_entry n where n.company_no = p.company_no and n.period_id = p.id
) e on true
where p.age <= 12;
