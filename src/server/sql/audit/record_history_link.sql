-- Each row becomes a link of a hash chain: see `audit_append`.
create trigger record_history_link after insert on record_history referencing new table as added
  for each statement execute function audit_link_rows();
