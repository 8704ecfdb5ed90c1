-- Refuses any statement that changes or empties a table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
end $$;
