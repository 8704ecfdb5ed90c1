-- Seals cannot be changed, because a changeable seal would prove nothing.
create trigger audit_anchor_insert_only before update or delete on audit_anchor for each row execute function insert_only();
