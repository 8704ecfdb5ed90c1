-- The second guard of insert-only tables (I7): on PostgreSQL the server may run as a role that does not own the tables. It applies migrations
-- and grants by itself when it knows the owner's connection (DATABASE_OWNER_URL). What its role may do is read off the triggers: no UPDATE
-- and no DELETE where they refuse both, no DELETE where they refuse that; never TRUNCATE, never ALTER, nothing of its own to create.

-- In one place, for granting and for looking whether a role can do more.
create function insert_only_tables() returns table (table_name regclass, refuses_update boolean, refuses_delete boolean) language sql stable as $$
  -- tgtype: 8 = DELETE, 16 = UPDATE; an empty tgattr = whatever the columns.
  select t.tgrelid::regclass, bool_or((t.tgtype & 16) > 0 and cardinality(t.tgattr::int2[]) = 0), bool_or((t.tgtype & 8) > 0)
  from pg_trigger t
  join pg_proc p on p.oid = t.tgfoid
  join pg_class c on c.oid = t.tgrelid
  where p.proname in ('insert_only', 'refuse_change') and c.relnamespace = current_schema()::regnamespace
  group by 1
$$;

create function grant_server_role(role_name name) returns void language plpgsql volatile as $$
declare
  place name := current_schema();
  guarded record;
begin
  execute format('revoke create on schema %I from %I', place, role_name);
  execute format('grant usage on schema %I to %I', place, role_name);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, role_name);
  execute format('grant usage, select, update on all sequences in schema %I to %I', place, role_name);
  execute format('grant execute on all functions in schema %I to %I', place, role_name);
  execute format('revoke insert, update, delete on schema_migration from %I', role_name);
  for guarded in select * from insert_only_tables() loop
    if guarded.refuses_update then
      execute format('revoke update on %s from %I', guarded.table_name, role_name);
    end if;
    if guarded.refuses_delete then
      execute format('revoke delete on %s from %I', guarded.table_name, role_name);
    end if;
  end loop;
end
$$;

-- What the role of this connection can do that a server's role must not be able to: one sentence each.
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
