-- Rows of the audit are only ever added.
create trigger record_change_insert_only before update or delete or truncate on record_change
  for each statement execute function refuse_change();
