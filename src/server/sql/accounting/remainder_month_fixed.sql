-- A frozen month cannot be changed, nor can its counts.
create trigger remainder_month_fixed before update or delete on remainder_month
  for each row when (old.frozen_at is not null) execute function insert_only();
