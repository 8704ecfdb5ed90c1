-- The ledger is not emptied either (I7): TRUNCATE fires no row trigger.
create trigger lot_allocation_kept before truncate on lot_allocation for each statement execute function insert_only();
