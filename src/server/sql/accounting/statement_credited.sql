-- The database adds these up itself, so that they are right whoever writes: also a server of the version before, during an update.
create function statement_credited() returns trigger language plpgsql as $$
begin
  update statement s set credited_amount = c.amount
  from (
    select coalesce(sum(d.total_amount), 0) as amount
    from invoice_document d join invoice_document o on o.id = d.original_id and o.statement_id = d.statement_id
    where d.statement_id = new.statement_id and d.doc_type = '2' and d.status in ('2', '6')
  ) c
  where s.id = new.statement_id and s.credited_amount <> c.amount;
  return null;
end
$$;
