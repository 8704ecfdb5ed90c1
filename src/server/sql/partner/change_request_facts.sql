-- These rows decide postings: see `facts_changed`. Runs at COMMIT, so that no transaction waits for the version row while it still has to
-- take locks.
create constraint trigger change_request_facts after insert or update or delete on change_request deferrable initially deferred
  for each row execute function facts_changed();
