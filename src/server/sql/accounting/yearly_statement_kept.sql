-- Refuses TRUNCATE, which fires no row trigger.
create trigger yearly_statement_kept before truncate on yearly_statement for each statement execute function insert_only();
