-- Decides postings: see `facts_changed`. At COMMIT, so that nobody waits for the version with locks still to take.
create constraint trigger reward_point_facts after insert or update or delete on reward_point deferrable initially deferred
  for each row execute function facts_changed();
