-- I10: a return has the opposite sign of the original entry, and the returns of an entry do not exceed it. Concurrent returns of one
-- original wait for each other at the lock of its holder.
create function ledger_check_return() returns trigger language plpgsql as $$
declare
  original_points bigint := (select o.points from point_entry o where o.id = new.original_entry_id);
  returned numeric := (select sum(r.points) from point_entry r where r.original_entry_id = new.original_entry_id);
begin
  if original_points is null or sign(returned) = sign(original_points) or abs(returned) > abs(original_points) then
    raise exception 'more returned than posted' using errcode = 'check_violation', constraint = 'point_entry_return';
  end if;
  return null;
end
$$;
