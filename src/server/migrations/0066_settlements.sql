-- What the screens of orders, serials and cards read.

alter table corporate_settlement add column generated_count int not null default 0 check (generated_count between 0 and quantity);
create index serial_use_holder on serial_use (holder_no);

create view corporate_settlement_view as
select s.*, m.company_name, m.credit_term_days, coalesce(a.balance, 0) as remaining_points, u.used_points, u.used_count
from corporate_settlement s
join corporate_member m on m.corporate_no = s.corporate_no
left join point_account a on a.class = 'SERIAL' and a.owner_id = s.settlement_no
cross join lateral (
  select coalesce(sum(b.points), 0)::bigint as used_points, (count(*) filter (where b.points > 0))::int as used_count
  from (
    select sum(points) as points from serial_use
    where holder_no = s.settlement_no and use_kind in ('exchange', 'deposit') group by bearer_kind, bearer_id
  ) b
) u;

-- Never the hashes, and of the number only its end.
create view point_serial_view as
select id, settlement_no, '************' || last4 as serial_no, points, remaining_points, status, valid_from, expire_date, wrong_pins,
  frozen_by, used_at, order_no, row_version, created_by, created_at, updated_by, updated_at
from point_serial;

create view coupon_card_view as
select c.id, c.card_batch_no, c.card_no, c.settlement_no, s.corporate_no, c.points, c.remaining_points, c.card_vendor, c.company_no,
  c.confirmed_at, c.shipped_at, c.ship_ref, c.activated_at, c.activated_by, c.valid_months, c.expire_date, c.status, c.wrong_pins,
  c.frozen_by, c.used_at, c.order_no, c.row_version, c.created_by, c.created_at, c.updated_by, c.updated_at
from coupon_card c left join corporate_settlement s on s.settlement_no = c.settlement_no;
