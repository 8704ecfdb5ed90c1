-- The ledger is not emptied either (I7): TRUNCATE fires no row trigger.
create trigger posting_source_kept before truncate on posting_source for each statement execute function insert_only();
