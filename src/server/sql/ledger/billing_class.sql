-- Account classes that are billed or paid by period; WRITEOFF only when a company bears the cost.
create function billing_class(class text, owner_id text) returns boolean language sql immutable parallel safe as $$
  select class in ('AWARD', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'PREPAID') or (class = 'WRITEOFF' and owner_id <> 'C000000')
$$;
