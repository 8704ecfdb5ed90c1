-- Rights of the current role that a server's role must not have: one sentence each.
create function excessive_server_rights() returns setof text language sql stable as $$
  select 'superuser' from pg_roles where rolname = current_user and rolsuper
  union all
  select 'createrole' from pg_roles where rolname = current_user and rolcreaterole and not rolsuper
  union all
  select 'owner of ' || c.oid::regclass
  from pg_class c where c.oid = 'point_entry'::regclass and pg_has_role(c.relowner, 'member')
  union all
  select wanted.name || ' on ' || g.table_name
  from insert_only_tables() g
  cross join (values ('UPDATE'), ('DELETE'), ('TRUNCATE')) as wanted (name)
  where (wanted.name = 'TRUNCATE' or wanted.name = 'UPDATE' and g.refuses_update or wanted.name = 'DELETE' and g.refuses_delete)
    and has_table_privilege(g.table_name, wanted.name)
$$;
