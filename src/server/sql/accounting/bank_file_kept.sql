-- Files are not emptied either: TRUNCATE fires no row trigger.
create trigger bank_file_kept before truncate on bank_file for each statement execute function insert_only();
