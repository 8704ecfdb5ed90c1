-- What waits for a second person: new batches, and more coupons for one on sale.
drop view coupon_batch_view;
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

-- Coupons that were given out come first in lists; those in stock have no time to be sorted by.
drop view coupon_view;
create view coupon_view as
select c.*, '************' || c.last4 as coupon_no, b.coupon_name, b.coupon_type, b.face_value, b.supplier_company_no, o.order_no, o.corporate_no,
  l.recipient_name, l.recipient_mobile, l.recipient_email, m.sent_at, c.issued_at is not null as is_issued,
  case when c.mail_id is null then '0' when m.status = 'failed' then '2' when m.status = 'waiting' then '0' else '1' end as sent_status
from coupon c
join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
left join exchange_line l on l.id = c.line_id
left join exchange_order o on o.id = l.order_id
left join mail_outbox m on m.id = c.mail_id;
