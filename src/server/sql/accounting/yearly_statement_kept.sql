-- Years are not emptied either: TRUNCATE fires no row trigger.
create trigger yearly_statement_kept before truncate on yearly_statement for each statement execute function insert_only();
