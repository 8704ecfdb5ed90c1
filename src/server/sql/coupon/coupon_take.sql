-- Takes a number of coupons of a product for an order line, skipping coupons locked by others instead of waiting. Returns the coupons
-- taken; the caller fails when they are fewer than wanted.
create function coupon_take(line exchange_line, valid_until date, taken_at timestamptz) returns table (id bigint, number_sealed text)
language plpgsql as $$
begin
  return query
  with free as (
    select c.id as free_id from coupon c
    where c.coupon_batch_no = line.coupon_batch_no and c.status = '1'
    order by c.serial_no limit line.quantity for update skip locked
  )
  update coupon c set status = '2', line_id = line.id, points = line.points / line.quantity, issued_at = taken_at, expire_date = valid_until,
    row_version = c.row_version + 1, updated_at = taken_at
  from free where c.id = free.free_id
  returning c.id, c.number_sealed;
end $$;
