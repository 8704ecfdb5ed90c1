-- Refuses TRUNCATE, which fires no row trigger (I7).
create trigger posting_source_kept before truncate on posting_source for each statement execute function insert_only();
