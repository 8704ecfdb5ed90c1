-- A frozen month stays frozen, with what it counted.
create trigger remainder_month_fixed before update or delete on remainder_month
  for each row when (old.frozen_at is not null) execute function insert_only();
