-- before tables: they take their ids from it.
--
-- A random public id: 48 bits, never 0, below 2^53, so that it is exact in JSON and tells nothing about the count of rows.
create function random_id() returns bigint language sql volatile as $$
  select greatest(1, ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint)
$$;
