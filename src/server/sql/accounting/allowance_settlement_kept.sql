-- Refuses TRUNCATE, which fires no row trigger.
create trigger allowance_settlement_kept before truncate on allowance_settlement for each statement execute function insert_only();
