-- What a transaction adds to its chain: header and entries. Stable like convert_to, so that it is inlined where it is computed for every
-- row.
create function ledger_digest(transaction_text text, entry_texts text) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(transaction_text || E'\n' || entry_texts, 'UTF8'))
$$;
