-- I9: the period is open, of the right company and stream, and stays open until this transaction has ended (FOR SHARE).
create function ledger_check_periods() returns trigger language plpgsql as $$
declare
  line record;
  period company_period;
begin
  for line in
    select distinct a.period_id, a.company_no, a.account_class from added a where a.period_id is not null order by a.period_id
  loop
    select * into period from company_period p where p.id = line.period_id and p.status = '1' for share;
    if not found then
      raise exception 'a closed or unknown period' using errcode = 'check_violation', constraint = 'point_entry_open_period';
    end if;
    if line.company_no <> period.company_no or period.stream <> all (case
      when line.account_class = 'PAYG' then array['PAYG', 'BANK']
      when line.account_class in ('DEDUCT', 'CONVIN', 'CONVOUT') then array['MONTH', 'BANK']
      else array['MONTH'] end)
    then
      raise exception 'a period of another company or stream' using errcode = 'check_violation', constraint = 'point_entry_period_owner';
    end if;
  end loop;
  return null;
end
$$;
