-- Serials without hashes, with only the last characters of the number, and the member who ordered them.
create view point_serial_view as
select p.id, p.settlement_no, '************' || p.last4 as serial_no, p.points, p.remaining_points, p.status, p.valid_from, p.expire_date,
  p.wrong_pins, p.frozen_by, p.used_at, p.order_no, p.row_version, p.created_by, p.created_at, p.updated_by, p.updated_at, s.corporate_no
from point_serial p join corporate_settlement s on s.settlement_no = p.settlement_no;
