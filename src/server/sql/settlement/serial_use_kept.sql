-- A use of a serial or card cannot be changed; a return is a new row.
create trigger serial_use_kept before delete or update on serial_use for each row execute function insert_only();
