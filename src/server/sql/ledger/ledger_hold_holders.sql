-- Locks the accounts that the postings change, and checks that they are exactly as they were read; otherwise nothing is posted.
create function ledger_hold_holders(moves json, wanted int[]) returns void language plpgsql volatile as $$
declare
  has_changed boolean;
begin
  select bool_or(held.version <> held.version_before
    or (held.floor is not null and held.balance_after < least(held.floor, held.balance))) into has_changed
  from (
    select a.version, a.balance, m.version_before, m.balance as balance_after, m.floor
    from json_to_recordset(moves) as m (place int, account_id bigint, version_before bigint, balance bigint, floor bigint)
    join point_account a on a.id = m.account_id
    where wanted is null or m.place = any (wanted)
    order by a.id
    for no key update of a
  ) as held;
  if has_changed then
    raise exception 'a holder account changed while it was being posted' using errcode = 'serialization_failure';
  end if;
end
$$;
