-- The text of an entry that the hash chain covers: every stored column that is not in its transaction, in a form that does not depend on
-- session settings.
create function ledger_entry_text(e point_entry) returns text language sql stable parallel safe as $$
  select row(e.id, e.account_id, e.account_class, e.points, e.company_no, e.retail_store_no, e.period_id, e.unit_price, e.component,
    e.component_code, e.original_entry_id, e.account_seq, e.balance_after)::text
$$;
