-- The tracks of a tax period from which numbers are taken, in order. Locks them until the transaction ends.
create function invoice_track_lock(period text) returns setof invoice_track language sql volatile as $$
  select * from invoice_track where tax_period = period and is_enabled order by track, first_no for update
$$;
