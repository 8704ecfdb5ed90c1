-- Tries that are limited per caller (an address, an account name): counted here, not in a process, so that a limit is one limit however many
-- servers there are, and a restart forgives nothing. Unlogged: a crash of the database forgives, which costs an attacker more than it gives.
create unlogged table try_count (
  -- what is limited, and a hash of whom: what people type into the account field by mistake may be a password
  limit_key text primary key,
  tries int not null check (tries >= 0),
  ends_at timestamptz not null
);
create index try_count_ends_at on try_count (ends_at);

-- Counts one try. Returns the seconds until another is allowed, or 0 when this one is. A window begins with its first try.
create function take_try(wanted_key text, tries_max int, at timestamptz, window_ms double precision) returns int language sql volatile as $$
  insert into try_count as t (limit_key, tries, ends_at)
  values (wanted_key, 1, at + make_interval(secs => window_ms / 1000))
  on conflict (limit_key) do update set
    tries = case when t.ends_at <= at then 1 else least(t.tries, tries_max) + 1 end,
    ends_at = case when t.ends_at <= at then excluded.ends_at else t.ends_at end
  returning case when tries <= tries_max then 0 else greatest(1, ceil(extract(epoch from ends_at - at)))::int end
$$;
