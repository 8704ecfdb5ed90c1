-- Places (from 1) of the requests whose account is as it was read, looked at without a lock: spares the way back for most who were
-- overtaken. A request without an account posts nothing.
create function partner_unmoved(accounts bigint[], versions bigint[]) returns int[] language plpgsql volatile as $$
begin
  return array(
    select r.place::int from unnest(accounts, versions) with ordinality as r (account_id, version, place)
    where r.account_id is null or r.version = (select a.version from point_account a where a.id = r.account_id));
end
$$;
