-- A trigger, so that the sums by company are right whoever posts: also a posting that began before an update and goes on after it.
create function company_daily_add() returns trigger language plpgsql as $$
begin
  insert into company_daily as current (business_date, company_no, kind, shard, points, amount)
  values (new.business_date, new.company_no, new.kind, new.shard, new.points - coalesce(old.points, 0), new.amount - coalesce(old.amount, 0))
  on conflict (business_date, company_no, kind, shard) do update
  set points = current.points + excluded.points, amount = current.amount + excluded.amount;
  return null;
end
$$;
