-- The month in which a posting was made, yyyyMM in Taipei, taken from its id (`ledger_transaction_id`).
create function ledger_month(transaction_id bigint) returns text language sql immutable as $$
  select (2020 + (transaction_id >> 43) / 12)::text || lpad(((transaction_id >> 43) % 12 + 1)::text, 2, '0')
$$;
