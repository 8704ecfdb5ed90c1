-- A released settlement stays released; the next one is a new row.
create trigger allowance_settlement_released before update on allowance_settlement
  for each row when (old.released_at is not null) execute function insert_only();
