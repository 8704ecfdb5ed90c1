-- A settlement that was taken back stays taken back: the next one is a row of its own.
create trigger allowance_settlement_released before update on allowance_settlement
  for each row when (old.released_at is not null) execute function insert_only();
