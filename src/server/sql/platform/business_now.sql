-- The moment that views judge by: now, or what the demo data sets within its own transaction, because it may be made for a day long past.
create function business_now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('loyalty.now', true), '')::timestamptz, now())
$$;
