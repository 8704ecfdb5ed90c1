-- Computes the next link of a chain of the ledger from the link before (null for the first one) and the new content.
create function ledger_link(previous bytea, digest bytea) returns bytea language sql immutable parallel safe as $$
  select sha256(coalesce(previous, ''::bytea) || digest)
$$;
