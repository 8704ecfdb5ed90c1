-- Coupons by their last four characters. Coupons given out come first in lists; those in stock have no time to sort by.
create view coupon_view as
select c.*, '************' || c.last4 as coupon_no, b.coupon_name, b.coupon_type, b.face_value, b.supplier_company_no, o.order_no, o.corporate_no,
  l.recipient_name, l.recipient_mobile, l.recipient_email, m.sent_at, c.issued_at is not null as is_issued,
  case when c.mail_id is null then '0' when m.status = 'failed' then '2' when m.status = 'waiting' then '0' else '1' end as sent_status
from coupon c
join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
left join exchange_line l on l.id = c.line_id
left join exchange_order o on o.id = l.order_id
left join mail_outbox m on m.id = c.mail_id;
