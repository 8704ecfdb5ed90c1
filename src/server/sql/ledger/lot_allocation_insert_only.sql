-- Rows of the ledger are only ever added (I7).
create trigger lot_allocation_insert_only before update or delete on lot_allocation for each row execute function insert_only();
