-- As daily_point_part, for what tells no outlets apart.
create view company_point_part as
select d.business_date, d.company_no, nullif(d.company_no, 'C000000') as merchant_no,
 case when d.kind in ('10', '11') then d.points else 0 end as issued_points,
 case when d.kind = '30' then -d.points else 0 end as returned_points,
 case when d.kind = '20' then -d.points else 0 end as redeemed_points,
 case when d.kind = '31' then d.points else 0 end as redeem_return_points,
 case when d.kind = '50' then -d.points else 0 end as expired_points,
 case when d.kind = '10' then d.amount else 0 end as sales_amount
from company_daily d;
