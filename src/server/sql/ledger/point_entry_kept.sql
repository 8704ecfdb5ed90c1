-- The ledger is not emptied either (I7): TRUNCATE fires no row trigger.
create trigger point_entry_kept before truncate on point_entry for each statement execute function insert_only();
