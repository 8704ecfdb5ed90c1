-- Account classes that store a balance and number their entries. The others have too many concurrent postings, so their balances are summed
-- from their entries.
create function holder_class(class text) returns boolean language sql immutable parallel safe as $$
  select class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')
$$;
