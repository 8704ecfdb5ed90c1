-- A settlement of an allowance cannot be changed, except for the time when its statement was reopened.
create trigger allowance_settlement_fixed before delete
  or update of id, document_id, statement_id, amount, settled_on, reference, created_by, created_at
  on allowance_settlement for each row execute function insert_only();
