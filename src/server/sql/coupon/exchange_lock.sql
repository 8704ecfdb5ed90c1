-- Orders of one owner, and copies of one order, one after another; ends with the transaction.
create function exchange_lock(name text) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('exchange ' || name, 0))
$$;
