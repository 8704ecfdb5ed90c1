-- The second guard of insert-only tables (I7): on PostgreSQL the server may run as a role that does not own the tables. With the owner's
-- connection (DATABASE_OWNER_URL) it changes the schema and grants rights itself. The rights follow from the triggers: no UPDATE and DELETE
-- where both are refused, no DELETE where only that is refused; never TRUNCATE or ALTER, and no right to create objects.
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
  execute format('revoke insert, update, delete on schema_migration, schema_object, schema_release from %I', role_name);
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
