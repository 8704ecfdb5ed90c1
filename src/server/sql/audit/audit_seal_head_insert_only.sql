-- Seals cannot be changed, because a changeable seal would prove nothing.
create trigger audit_seal_head_insert_only before update or delete on audit_seal_head for each row execute function insert_only();
