-- Log rows cannot be changed.
create trigger activity_log_insert_only before update or delete on activity_log for each row execute function insert_only();
