-- Refuses TRUNCATE, which fires no row trigger.
create trigger statement_kept before truncate on statement for each statement execute function insert_only();
