-- What settled an allowance stays; only that its statement was opened again is noted.
create trigger allowance_settlement_fixed before delete
  or update of id, document_id, statement_id, amount, settled_on, reference, created_by, created_at
  on allowance_settlement for each row execute function insert_only();
