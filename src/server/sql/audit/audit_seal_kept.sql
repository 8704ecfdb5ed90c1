-- Refuses TRUNCATE, which fires no row trigger.
create trigger audit_seal_kept before truncate on audit_seal for each statement execute function insert_only();
