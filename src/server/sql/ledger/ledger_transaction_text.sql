-- What the hash chain covers of a transaction: every stored column but its own link, in a form that no session setting changes.
create function ledger_transaction_text(t point_transaction) returns text language sql stable parallel safe as $$
  select ledger_transaction_text_by_rule(t, t.rule_snapshot::text)
$$;
