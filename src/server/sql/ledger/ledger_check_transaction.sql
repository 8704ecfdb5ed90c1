-- I1: at COMMIT each transaction has exactly its number of entries, and they sum to zero.
create function ledger_check_transaction() returns trigger language plpgsql as $$
declare
  line_count int;
  total numeric;
begin
  select count(*), coalesce(sum(e.points), 0) into line_count, total from point_entry e where e.transaction_id = new.id;
  if line_count <> new.entry_count or total <> 0 then
    raise exception 'transaction % does not balance: % of % lines, sum %', new.transaction_no, line_count, new.entry_count, total
      using errcode = 'check_violation', constraint = 'point_transaction_balance';
  end if;
  return null;
end
$$;
