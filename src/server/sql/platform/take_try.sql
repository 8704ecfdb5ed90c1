-- Counts one attempt. Returns the seconds until another one is allowed, or 0 when this one is. A window begins with its first attempt.
create function take_try(wanted_key text, tries_max int, at timestamptz, window_ms double precision) returns int language sql volatile as $$
  insert into try_count as t (limit_key, tries, ends_at)
  values (wanted_key, 1, at + make_interval(secs => window_ms / 1000))
  on conflict (limit_key) do update set
    tries = case when t.ends_at <= at then 1 else least(t.tries, tries_max) + 1 end,
    ends_at = case when t.ends_at <= at then excluded.ends_at else t.ends_at end
  returning case when tries <= tries_max then 0 else greatest(1, ceil(extract(epoch from ends_at - at)))::int end
$$;
