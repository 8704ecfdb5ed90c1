-- Refuses TRUNCATE, which fires no row trigger.
create trigger audit_anchor_kept before truncate on audit_anchor for each statement execute function insert_only();
