-- Rows of the audit are only ever added.
create trigger user_action_log_insert_only before update or delete on user_action_log for each row execute function insert_only();
