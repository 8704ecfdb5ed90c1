-- Classes whose accounts carry a balance and number their entries. The others are hot, and are summed from their entries.
create function holder_class(class text) returns boolean language sql immutable parallel safe as $$
  select class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')
$$;
