-- The second guard of insert-only tables (I7): on PostgreSQL the server may run as a role that does not own the tables. Run as the owner,
-- after every start that has applied migrations: `select grant_server_role('loyalty_server')`. What a role may do is read off the
-- triggers: no UPDATE and no DELETE where they refuse both, no DELETE where they refuse that; never TRUNCATE, never ALTER.

create function grant_server_role(role_name name) returns void language plpgsql volatile as $$
declare
  place name := current_schema();
  guarded record;
begin
  -- The server makes sure of its table of migrations when it starts; tables of others it cannot change.
  execute format('grant usage, create on schema %I to %I', place, role_name);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, role_name);
  execute format('grant usage, select, update on all sequences in schema %I to %I', place, role_name);
  execute format('grant execute on all functions in schema %I to %I', place, role_name);
  execute format('revoke insert, update, delete on schema_migration from %I', role_name);
  for guarded in
    -- tgtype: 8 = DELETE, 16 = UPDATE; an empty tgattr = whatever the columns.
    select t.tgrelid::regclass as table_name, bool_or((t.tgtype & 16) > 0 and cardinality(t.tgattr::int2[]) = 0) as refuses_update,
      bool_or((t.tgtype & 8) > 0) as refuses_delete
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
    join pg_class c on c.oid = t.tgrelid
    where p.proname in ('insert_only', 'refuse_change') and c.relnamespace = place::regnamespace
    group by 1
  loop
    if guarded.refuses_update then
      execute format('revoke update on %s from %I', guarded.table_name, role_name);
    end if;
    if guarded.refuses_delete then
      execute format('revoke delete on %s from %I', guarded.table_name, role_name);
    end if;
  end loop;
end
$$;
