-- Refuses TRUNCATE, which fires no row trigger.
create trigger user_action_log_kept before truncate on user_action_log for each statement execute function insert_only();
