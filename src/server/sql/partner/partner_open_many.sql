-- `partner_open_calls` as servers of the version before call it; the version after drops it.
create function partner_open_many(asked json)
returns table (place int, outcome text, calls int, answered json, facts_at bigint, place_facts json, member_no text, member_status text,
  account_id bigint, balance bigint, version bigint, owed bigint, lots json, transaction_id bigint, transaction_no text,
  registered_at timestamptz, listed json)
language sql volatile as $$
  select c.place, c.outcome, c.calls, c.answered, c.facts_at, c.place_facts, c.member_no, c.member_status, c.account_id, c.balance,
    c.version, c.owed, c.lots, c.transaction_id, c.transaction_no, c.registered_at, c.listed
  from partner_open_calls(asked) c
$$;
