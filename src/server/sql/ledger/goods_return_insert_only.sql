-- Rows of the ledger are only ever added (I7).
create trigger goods_return_insert_only before update or delete on goods_return for each row execute function insert_only();
