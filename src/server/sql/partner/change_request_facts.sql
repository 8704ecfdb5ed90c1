-- Decides postings: see `facts_changed`. At COMMIT, so that nobody waits for the version with locks still to take.
create constraint trigger change_request_facts after insert or update or delete on change_request deferrable initially deferred
  for each row execute function facts_changed();
