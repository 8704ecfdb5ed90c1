-- Rows of the ledger are only ever added (I7).
create trigger posting_source_insert_only before update or delete on posting_source for each row execute function insert_only();
