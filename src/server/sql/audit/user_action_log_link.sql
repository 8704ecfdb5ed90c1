-- Each row becomes a link of a hash chain: see `audit_append`.
create trigger user_action_log_link after insert on user_action_log referencing new table as added
  for each statement execute function audit_link_rows();
