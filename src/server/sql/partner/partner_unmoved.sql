-- Places (from 1) of the requests whose account is as it was read, checked without a lock. This spares most overtaken requests the release
-- of their claims. A request without an account posts nothing.
create function partner_unmoved(accounts bigint[], versions bigint[]) returns int[] language plpgsql volatile as $$
begin
  return array(
    select r.place::int from unnest(accounts, versions) with ordinality as r (account_id, version, place)
    where r.account_id is null or r.version = (select a.version from point_account a where a.id = r.account_id));
end
$$;
