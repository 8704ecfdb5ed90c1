-- These rows decide postings: see `facts_changed`. Runs at COMMIT, so that no transaction waits for the version row while it still has to
-- take locks.
create constraint trigger reward_point_facts after insert or update or delete on reward_point deferrable initially deferred
  for each row execute function facts_changed();
