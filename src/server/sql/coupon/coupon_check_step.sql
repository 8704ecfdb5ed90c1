-- Checks the transitions of CouponStatus for every writer: no coupon is given out twice, and no used or void coupon becomes valid again.
create function coupon_check_step() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status || new.status) not in ('12', '14', '23', '32', '24', '25', '52') then
    raise exception 'coupon % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation', constraint = 'coupon_step';
  end if;
  if old.line_id is not null and new.line_id is distinct from old.line_id then
    raise exception 'coupon % belongs to an order already', old.id using errcode = 'check_violation', constraint = 'coupon_step';
  end if;
  return new;
end $$;
