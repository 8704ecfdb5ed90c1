-- Together with I1, no entry can be added to a transaction later, because all its entry numbers are taken. A transaction has at least two
-- entries, so only from the third one on a check is needed.
create function ledger_check_line() returns trigger language plpgsql as $$
begin
  if new.line_no > (select t.entry_count from point_transaction t where t.id = new.transaction_id) then
    raise exception 'a line beyond the lines of its transaction' using errcode = 'check_violation', constraint = 'point_entry_line';
  end if;
  return null;
end
$$;
