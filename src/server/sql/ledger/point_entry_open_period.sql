-- Checks I9 once for all entries of a statement.
create trigger point_entry_open_period after insert on point_entry referencing new table as added
  for each statement execute function ledger_check_periods();
