-- The number of a posting: its id without the room for entries (`ledger_transaction_id`).
create function seal_number(transaction_id bigint) returns bigint language sql immutable parallel safe as 'select transaction_id >> 12';
