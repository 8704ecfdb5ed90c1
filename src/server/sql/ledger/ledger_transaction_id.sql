-- The id of a posting: month since 2020 | 31 bits of the sequence | 12 bits for its entries. Sorted by month, and exact in JSON until 2105.
-- In PL/pgSQL, because it caches its plans, where SQL functions are planned at every call.
create function ledger_transaction_id(posted_at timestamptz, number bigint) returns bigint language plpgsql immutable as $$
declare
  local_time timestamp := posted_at at time zone 'Asia/Taipei';
begin
  return (((extract(year from local_time)::bigint - 2020) * 12 + extract(month from local_time)::bigint - 1) << 43)
    | ((number & 2147483647) << 12);
end
$$;
