-- 活動彙總: points that activities gave, by statement.
create view statement_activity_sum as
select min(e.id) as id, e.statement_no, e.company_no, e.component_code as activity_code,
  count(distinct e.transaction_no)::int as transaction_count, coalesce(-sum(e.points), 0)::bigint as net_ap_points
from statement_entry e
where e.component = 'ACTIVITY'
group by e.statement_no, e.company_no, e.component_code;
