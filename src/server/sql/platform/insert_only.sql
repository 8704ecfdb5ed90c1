-- Refuses any change of a stored row. Corrections are new rows.
create function insert_only() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are insert-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
