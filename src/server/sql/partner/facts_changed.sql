-- Raises the version of the master data that decides postings (`facts_version`), once per transaction.
create function facts_changed() returns trigger language plpgsql as $$
begin
  update facts_version f set version = f.version + 1, changed_in = pg_current_xact_id()
  where f.changed_in is distinct from pg_current_xact_id();
  return null;
end
$$;
