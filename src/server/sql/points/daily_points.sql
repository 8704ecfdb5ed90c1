-- What members got and used, by business day, merchant and outlet: out of the daily sums that each posting keeps (domain 2.1), never out
-- of the entries. All that is filtered is grouped by, so a condition on the day reaches the key of the table.
create view daily_points as
select ('x' || left(md5(concat_ws('|', p.business_date::text, p.company_no, coalesce(p.retail_store_no, ''))), 13))::bit(52)::bigint as id,
  p.business_date, p.company_no, p.merchant_no, p.retail_store_no,
  sum(p.issued_points)::bigint as issued_points,
  sum(p.returned_points)::bigint as returned_points,
  sum(p.redeemed_points)::bigint as redeemed_points,
  sum(p.redeem_return_points)::bigint as redeem_return_points,
  sum(p.expired_points)::bigint as expired_points,
  sum(p.sales_amount)::bigint as sales_amount
from daily_point_part p
group by p.business_date, p.company_no, p.merchant_no, p.retail_store_no;
