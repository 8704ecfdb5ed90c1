-- A number used by a partner stays used; only its answer can be added (I8).
create trigger partner_idempotency_kept before delete or update of platform_no, external_txn_no, kind, request_hash, created_at
  on partner_idempotency for each row execute function insert_only();
