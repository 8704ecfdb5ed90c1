-- Tables that refuse UPDATE and DELETE, read from their triggers. Used both for granting rights and for checking whether a role has too
-- many.
create function insert_only_tables() returns table (table_name regclass, refuses_update boolean, refuses_delete boolean) language sql stable as $$
  -- tgtype: 8 = DELETE, 16 = UPDATE; an empty tgattr = whatever the columns; no tgqual = whatever the row.
  select t.tgrelid::regclass, bool_or((t.tgtype & 16) > 0 and cardinality(t.tgattr::int2[]) = 0), bool_or((t.tgtype & 8) > 0)
  from pg_trigger t
  join pg_proc p on p.oid = t.tgfoid
  join pg_class c on c.oid = t.tgrelid
  where p.proname in ('insert_only', 'refuse_change') and t.tgqual is null and c.relnamespace = current_schema()::regnamespace
  group by 1
$$;
