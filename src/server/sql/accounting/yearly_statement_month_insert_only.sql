-- The months of a closed year cannot be changed.
create trigger yearly_statement_month_insert_only before update or delete or truncate on yearly_statement_month execute function insert_only();
