-- The database adds these up itself, so that they are right whoever writes: also a server of the version before, during an update.
create function statement_cleared() returns trigger language plpgsql as $$
begin
  update statement s set cleared_receivable = c.amount
  from (select distinct statement_id as id from added) a
  cross join lateral (select sum(p.receivable) as amount from payment_clearing p where p.statement_id = a.id) c
  where s.id = a.id;
  return null;
end
$$;
