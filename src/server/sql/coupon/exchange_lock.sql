-- Makes orders of one owner, and copies of one order, run one after another, until the transaction ends.
create function exchange_lock(name text) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('exchange ' || name, 0))
$$;
