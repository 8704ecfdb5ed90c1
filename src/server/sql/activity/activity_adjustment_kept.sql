-- Refuses TRUNCATE, which fires no row trigger.
create trigger activity_adjustment_kept before truncate on activity_adjustment for each statement execute function insert_only();
