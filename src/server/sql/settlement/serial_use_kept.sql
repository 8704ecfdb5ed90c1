-- What was taken from a serial or card is never changed: a return is a row of its own.
create trigger serial_use_kept before delete or update on serial_use for each row execute function insert_only();
