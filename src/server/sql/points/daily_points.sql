-- What members got and used, by business day, merchant and outlet: out of the daily sums that each posting keeps (domain 2.1), never out
-- of the entries. All that is filtered is grouped by, so a condition on the day reaches the key of the table.
create view daily_points as
select ('x' || left(md5(concat_ws('|', d.business_date::text, d.company_no, d.retail_store_no)), 13))::bit(52)::bigint as id,
  d.business_date, d.company_no, nullif(d.company_no, 'C000000') as merchant_no, nullif(d.retail_store_no, '') as retail_store_no,
  coalesce(sum(d.points) filter (where d.kind in ('10', '11')), 0)::bigint as issued_points,
  coalesce(-sum(d.points) filter (where d.kind = '30'), 0)::bigint as returned_points,
  coalesce(-sum(d.points) filter (where d.kind = '20'), 0)::bigint as redeemed_points,
  coalesce(sum(d.points) filter (where d.kind = '31'), 0)::bigint as redeem_return_points,
  coalesce(-sum(d.points) filter (where d.kind = '50'), 0)::bigint as expired_points,
  coalesce(sum(d.amount) filter (where d.kind = '10'), 0)::bigint as sales_amount
from account_daily d
where d.account_class = 'MEMBER'
group by d.business_date, d.company_no, d.retail_store_no;
