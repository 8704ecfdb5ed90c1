-- The columns of the report; the engine reads its rows from the function `coupon_usage`.
create view coupon_usage_view as
select u.id, u.group_by, u.issued_date, u.group_label, u.coupon_batch_no, u.coupon_name, u.supplier_company_no, u.period_no, u.retail_store_no,
  u.issued_count, u.used_count, u.void_count, u.expired_count, u.open_count, u.usage_rate::numeric(5, 2) as usage_rate,
  u.expiry_rate::numeric(5, 2) as expiry_rate, u.issued_points, u.face_used, u.settle_amount,
  u.average_days_to_use::numeric(6, 1) as average_days_to_use
from coupon_usage('1', current_date, current_date, null) u where false;
