-- The number of a posting for people: T, its date in Taipei and nine digits of the sequence.
create function ledger_transaction_no(posted_at timestamptz, number bigint) returns text language plpgsql immutable as $$
begin
  return 'T' || to_char(posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((number % 1000000000)::text, 9, '0');
end
$$;
