-- Of a company all but the balance that postings write into it.
create constraint trigger company_facts after update on company deferrable initially deferred for each row
  when ((to_jsonb(old) - 'prepaid_balance') is distinct from (to_jsonb(new) - 'prepaid_balance')) execute function facts_changed();
