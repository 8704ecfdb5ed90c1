-- The account of a class and owner; creates it if it does not exist. If a concurrent transaction creates it first, that one is returned.
create function ledger_account(wanted_class text, wanted_owner text) returns bigint language plpgsql volatile as $$
declare
  is_held boolean := wanted_class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID');
  has_lots boolean := wanted_class in ('MEMBER', 'CORP');
  made bigint;
begin
  insert into point_account (class, owner_id, balance, lot_points, owed_points)
  values (wanted_class, wanted_owner, case when is_held then 0 end, case when has_lots then 0 end, case when has_lots then 0 end)
  on conflict do nothing
  returning id into made;
  return coalesce(made, (select a.id from point_account a where a.class = wanted_class and a.owner_id = wanted_owner));
end
$$;
