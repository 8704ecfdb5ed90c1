-- Locks holder accounts in the order of their ids, and returns their current state (2.5 step 4).
create function ledger_lock_holders(wanted jsonb) returns setof point_account language plpgsql volatile as $$
declare
  ids bigint[];
begin
  perform ledger_ensure_accounts(wanted);
  ids := array(
    select (select a.id from point_account a where a.class = r.class and a.owner_id = r.owner_id)
    from jsonb_to_recordset(wanted) as r (class text, owner_id text));
  return query select a.* from point_account a where a.id = any (ids) order by a.id for update;
end
$$;
