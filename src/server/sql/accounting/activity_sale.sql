-- Sales that earned points of an activity, and their returns: points and cost of the activity only, NT$ of the whole sale. All returns are
-- deducted, including those too small to take points of the activity back. For the platform's share, the cost of a point is its par value
-- on that day.
create view activity_sale as
select a.id as activity_id, a.activity_code, a.company_no, t.id as transaction_id, t.kind, t.business_at, t.business_date, t.retail_store_no,
  t.member_no, case when t.kind = '30' then -coalesce(t.amount, 0) else coalesce(t.amount, 0) end as amount,
  coalesce(g.points, 0) as points, coalesce(g.cost, 0) as cost
from activity a
join (
  select e.component_code as code, e.transaction_id from point_entry e where e.component = 'ACTIVITY'
  union
  select e.component_code, r.id
  from point_entry e
  join point_transaction r on r.original_transaction_id = e.transaction_id and r.kind = '30'
  where e.component = 'ACTIVITY'
) s on s.code = a.activity_code
join point_transaction t on t.id = s.transaction_id
left join lateral (
  select -sum(e.points) as points, -sum(e.points * coalesce(e.unit_price, (
    select c.value::numeric from code_table c
    where c.category = '1' and c.code = 'POINT.PAR_VALUE' and c.is_enabled and c.effective_from <= e.business_date
    order by c.effective_from desc limit 1
  ))) as cost
  from point_entry e where e.transaction_id = t.id and e.component = 'ACTIVITY' and e.component_code = s.code
) g on true;
