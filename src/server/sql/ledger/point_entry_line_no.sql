-- See `ledger_check_line`.
create trigger point_entry_line_no after insert on point_entry for each row when (new.line_no > 2) execute function ledger_check_line();
