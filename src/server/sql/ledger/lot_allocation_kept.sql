-- Refuses TRUNCATE, which fires no row trigger (I7).
create trigger lot_allocation_kept before truncate on lot_allocation for each statement execute function insert_only();
