-- Nor are they emptied: TRUNCATE fires no row trigger.
create trigger bank_line_kept before truncate on bank_line for each statement execute function insert_only();
