-- As daily_point_part, for what tells no outlets apart: from the sums by company, where they are made and still hold, and from those by outlet
-- for the other days.
create view company_point_part as
select s.business_date, s.company_no, nullif(s.company_no, 'C000000') as merchant_no,
 case when s.kind in ('10', '11') then s.points else 0 end as issued_points,
 case when s.kind = '30' then -s.points else 0 end as returned_points,
 case when s.kind = '20' then -s.points else 0 end as redeemed_points,
 case when s.kind = '31' then s.points else 0 end as redeem_return_points,
 case when s.kind = '50' then -s.points else 0 end as expired_points,
 case when s.kind = '10' then s.amount else 0 end as sales_amount
from (
  select d.business_date, d.company_no, d.kind, d.points, d.amount
  from company_daily d
  where d.business_date <> all (array(select distinct l.business_date from company_daily_late l))
  union all
  select d.business_date, d.company_no, d.kind, d.points, d.amount
  from account_daily d
  where d.account_class = 'MEMBER' and d.business_date > (select b.through from company_daily_built b)
  union all
  select d.business_date, d.company_no, d.kind, d.points, d.amount
  from (select distinct l.business_date from company_daily_late l) l
  join account_daily d on d.business_date = l.business_date
  where d.account_class = 'MEMBER'
) s;
