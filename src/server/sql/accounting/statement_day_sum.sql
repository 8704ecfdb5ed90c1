-- 每日彙總: sums of each business day, by statement.
create view statement_day_sum as
select min(e.id) as id, e.statement_no, e.company_no, e.business_date, count(distinct e.transaction_no)::int as transaction_count,
  coalesce(-sum(e.points) filter (where e.account_class in ('AWARD', 'PREPAID', 'PAYG')), 0)::bigint as net_ap_points,
  coalesce(sum(e.points) filter (where e.account_class = 'DEDUCT'), 0)::bigint as net_dp_points
from statement_entry e
group by e.statement_no, e.company_no, e.business_date;
