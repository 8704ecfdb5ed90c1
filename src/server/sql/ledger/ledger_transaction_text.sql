-- The text of a transaction that the hash chain covers: every stored column except its own link, in a form that does not depend on session
-- settings.
create function ledger_transaction_text(t point_transaction) returns text language sql stable parallel safe as $$
  select ledger_transaction_text_by_rule(t, t.rule_snapshot::text)
$$;
