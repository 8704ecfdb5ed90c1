-- A number that a partner has used stays used; only the answer is added (I8).
create trigger partner_idempotency_kept before delete or update of platform_no, external_txn_no, kind, request_hash, created_at
  on partner_idempotency for each row execute function insert_only();
