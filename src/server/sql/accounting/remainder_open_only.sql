-- Refuses changes to rows of a frozen month, because accounting has relied on them.
create function remainder_open_only() returns trigger language plpgsql as $$
declare
  written remainder_point := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (
    select from remainder_month m
    where m.frozen_at is not null and m.period_no in (written.period_no, case when tg_op = 'UPDATE' then old.period_no end)
  ) then
    raise exception 'the month % of % is frozen', written.period_no, tg_table_name using errcode = 'restrict_violation';
  end if;
  return written;
end
$$;
