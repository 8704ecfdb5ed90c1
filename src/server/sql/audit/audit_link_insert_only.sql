-- Rows of the audit are only ever added.
create trigger audit_link_insert_only before update or delete on audit_link for each row execute function insert_only();
