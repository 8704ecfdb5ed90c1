-- Refuses TRUNCATE, which fires no row trigger.
create trigger audit_link_kept before truncate on audit_link for each statement execute function insert_only();
