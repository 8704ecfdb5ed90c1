-- Creates missing accounts in sorted order, so that two postings that need the same new accounts cannot deadlock.
create function ledger_ensure_accounts(wanted jsonb) returns void language plpgsql volatile as $$
declare
  account record;
begin
  for account in select distinct r.class, r.owner_id from jsonb_to_recordset(wanted) as r (class text, owner_id text) order by 1, 2 loop
    if not exists (select from point_account a where a.class = account.class and a.owner_id = account.owner_id) then
      insert into point_account (class, owner_id, balance, lot_points, owed_points)
      values (account.class, account.owner_id, case when holder_class(account.class) then 0 end,
        case when account.class in ('MEMBER', 'CORP') then 0 end, case when account.class in ('MEMBER', 'CORP') then 0 end)
      on conflict do nothing;
    end if;
  end loop;
end
$$;
