create trigger statement_line_insert_only before update or delete on statement_line for each row execute function insert_only();
