-- Checks I10 for entries that return something.
create trigger point_entry_return after insert on point_entry for each row when (new.original_entry_id is not null)
  execute function ledger_check_return();
