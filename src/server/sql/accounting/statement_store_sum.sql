-- 門市彙總: points given and redeemed by each outlet, by statement; one row for entries without an outlet.
create view statement_store_sum as
select min(e.id) as id, e.statement_no, e.company_no, e.retail_store_no, count(distinct e.transaction_no)::int as transaction_count,
  coalesce(-sum(e.points) filter (where e.account_class in ('AWARD', 'PREPAID', 'PAYG')), 0)::bigint as net_ap_points,
  coalesce(sum(e.points) filter (where e.account_class = 'DEDUCT'), 0)::bigint as net_dp_points
from statement_entry e
group by e.statement_no, e.company_no, e.retail_store_no;
