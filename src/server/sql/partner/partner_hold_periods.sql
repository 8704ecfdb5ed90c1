-- The places of requests whose periods are open and not being closed. The periods stay open until the transaction ends. Without this a
-- close would block the postings of all companies. `lines`: entries with the places of their requests.
create function partner_hold_periods(periods bigint[], lines json, posted bigint[], wanted int[]) returns int[]
language plpgsql volatile as $$
declare
  held bigint[] := array(select p.id from company_period p where p.id = any (periods) and p.status = '1' for share skip locked);
begin
  if cardinality(held) = cardinality(periods) then
    return wanted;
  end if;
  return array(
    select w.place from unnest(wanted) as w (place)
    where not exists (
      select from json_to_recordset(lines) as l (place int, period_id bigint)
      where l.place = w.place and l.period_id is not null and l.period_id <> all (held)));
end
$$;
