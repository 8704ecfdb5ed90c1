-- The months that a year was made of stay as they were noted.
create trigger yearly_statement_month_insert_only before update or delete or truncate on yearly_statement_month execute function insert_only();
