-- 門市: points that an activity gave and sales that it brought, by outlet; one row for entries without an outlet.
create view activity_store_sum as
select min(s.transaction_id) as id, s.activity_code, s.company_no, s.retail_store_no,
  count(*) filter (where s.kind <> '30' and s.amount > 0)::int as transaction_count, count(distinct s.member_no) filter (where s.kind <> '30')::int as member_count,
  sum(s.points)::bigint as net_points, sum(s.amount)::bigint as sales_amount, round(sum(s.cost))::bigint as cost_amount
from activity_sale s
group by s.activity_code, s.company_no, s.retail_store_no;
