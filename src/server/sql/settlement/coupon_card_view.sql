-- Physical cards, without the hash of their pin.
create view coupon_card_view as
select c.id, c.card_batch_no, c.card_no, c.settlement_no, s.corporate_no, c.points, c.remaining_points, c.card_vendor, c.company_no,
  c.confirmed_at, c.shipped_at, c.ship_ref, c.activated_at, c.activated_by, c.valid_months, c.expire_date, c.status, c.wrong_pins,
  c.frozen_by, c.used_at, c.order_no, c.row_version, c.created_by, c.created_at, c.updated_by, c.updated_at
from coupon_card c left join corporate_settlement s on s.settlement_no = c.settlement_no;
