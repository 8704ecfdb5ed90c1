-- Locks the accounts of requests that are unlocked and as they were read. Returns the places of these requests, and of those without an
-- account.
create function partner_hold(accounts bigint[], versions bigint[], wanted int[]) returns int[] language plpgsql volatile as $$
declare
  held int[] := array(
    select r.place::int
    from unnest(accounts, versions) with ordinality as r (account_id, version, place)
    join point_account a on a.id = r.account_id and a.version = r.version
    where r.place = any (wanted)
    for no key update of a skip locked);
begin
  if array_position(accounts, null) is null then
    return held;
  end if;
  return held || array(select w.place from unnest(wanted) as w (place) where accounts[w.place] is null);
end
$$;
