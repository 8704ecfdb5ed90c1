-- 活動彙總: points that activities gave, by statement.
create view statement_activity_sum as
select min(e.id) as id, e.statement_no, e.company_no, e.component_code as activity_code, a.activity_name,
  count(distinct e.transaction_no)::int as transaction_count, coalesce(-sum(e.points), 0)::bigint as net_ap_points
from statement_entry e
left join activity a on a.activity_code = e.component_code
where e.component = 'ACTIVITY'
group by e.statement_no, e.company_no, e.component_code, a.activity_name;
