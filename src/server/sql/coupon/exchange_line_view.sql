-- Order lines with what still counts as exchanged: without failed and cancelled orders, and without coupons whose points were refunded.
create view exchange_line_view as
select l.id, l.line_no, l.order_id, o.order_no, o.ordered_at, o.channel, o.corporate_no, l.coupon_batch_no, b.coupon_name, b.supplier_company_no,
  l.quantity, l.points, l.face_amount, l.recipient_name, l.recipient_email, o.status, o.cancelled_by, o.cancelled_at,
  (select string_agg(p.transaction_no, '、' order by p.line_no) from exchange_posting p where p.order_id = o.id) as transaction_no,
  (select count(*)::int from exchange_line ol join coupon c on c.line_id = ol.id where ol.order_id = o.id and c.status = '3') as used_count,
  case when o.status = '2' then l.quantity - back.coupons else 0 end as net_quantity,
  case when o.status = '2' then l.points - back.points else 0 end as net_points,
  case when o.status = '2' then l.face_amount - back.coupons * b.face_value else 0 end as net_face_amount
from exchange_line l
join exchange_order o on o.id = l.order_id
join coupon_batch b on b.coupon_batch_no = l.coupon_batch_no
cross join lateral (
  select count(*)::int as coupons, coalesce(sum(c.points), 0)::bigint as points
  from coupon c where c.line_id = l.id and c.refunded_at is not null
) back;
