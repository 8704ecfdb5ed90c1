-- Rows of the ledger are only ever added (I7).
create trigger point_entry_insert_only before update or delete on point_entry for each row execute function insert_only();
