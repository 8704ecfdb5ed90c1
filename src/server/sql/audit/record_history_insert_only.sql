-- Rows of the audit are only ever added.
create trigger record_history_insert_only before update or delete or truncate on record_history
  for each statement execute function refuse_change();
