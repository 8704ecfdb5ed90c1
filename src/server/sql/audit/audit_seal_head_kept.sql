-- Refuses TRUNCATE, which fires no row trigger.
create trigger audit_seal_head_kept before truncate on audit_seal_head for each statement execute function insert_only();
