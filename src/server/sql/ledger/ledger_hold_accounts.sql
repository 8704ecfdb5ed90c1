-- Creates missing accounts, and locks all accounts in the order of their ids.
create function ledger_hold_accounts(wanted json) returns void language plpgsql volatile as $$
declare
  held bigint[];
begin
  perform ledger_ensure_accounts(wanted::jsonb);
  held := array(
    select (select a.id from point_account a where a.class = w.class and a.owner_id = w.owner_id)
    from json_to_recordset(wanted) as w (class text, owner_id text));
  perform from point_account a where a.id = any (held) order by a.id for no key update;
end
$$;
