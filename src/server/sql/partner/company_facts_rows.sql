-- Companies that come or go; their changes are told by `company_facts`.
create constraint trigger company_facts_rows after insert or delete on company deferrable initially deferred
  for each row execute function facts_changed();
