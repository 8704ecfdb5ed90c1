-- For companies that are inserted or deleted; `company_facts` covers updates.
create constraint trigger company_facts_rows after insert or delete on company deferrable initially deferred
  for each row execute function facts_changed();
