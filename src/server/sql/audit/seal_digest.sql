-- Digest of a range of postings in order. It covers their chain hashes, which cover everything else.
create function seal_digest(wanted int8multirange, out postings bigint, out digest bytea) language sql stable as $$
  select count(*), sha256(coalesce(string_agg(int8send(t.id) || t.chain_hash, ''::bytea order by t.id), ''::bytea))
  from unnest(wanted) as r join point_transaction t on t.id >= first_id(lower(r)) and t.id < first_id(upper(r))
$$;
