-- Coupon products with the states of their coupons, and whether a decision is pending: on a new product, or on more coupons for one on
-- sale.
create view coupon_batch_view as
select b.*, n.unissued, n.issued, n.used, n.void, n.expired,
  case when b.source = '2' then (select count(*)::int from coupon_import i where i.coupon_batch_no = b.coupon_batch_no) else 0 end as imported_quantity,
  b.status = '4' and n.unissued < b.safety_stock as is_low_stock, b.status = '2' or b.extra_quantity is not null as is_waiting
from coupon_batch b
cross join lateral (
  select count(*) filter (where c.status = '1')::int as unissued, count(*) filter (where c.status = '2')::int as issued,
    count(*) filter (where c.status = '3')::int as used, count(*) filter (where c.status = '4')::int as void,
    count(*) filter (where c.status = '5')::int as expired
  from coupon c where c.coupon_batch_no = b.coupon_batch_no
) n;
