-- 剩餘點數 with the status of their month.
create view remainder_point_view as
select r.*, nullif(r.company_no, 'C000000') as merchant_no, m.built_at, m.frozen_at is not null as is_frozen
from remainder_point r
join remainder_month m on m.period_no = r.period_no;
