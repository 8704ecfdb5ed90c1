-- The next link of a chain of the ledger: of the link before, null for the first one, and of what is new.
create function ledger_link(previous bytea, digest bytea) returns bytea language sql immutable parallel safe as $$
  select sha256(coalesce(previous, ''::bytea) || digest)
$$;
