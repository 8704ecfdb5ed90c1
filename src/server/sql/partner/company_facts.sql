-- For changes of a company, except of the balance, which postings write.
create constraint trigger company_facts after update on company deferrable initially deferred for each row
  when ((to_jsonb(old) - 'prepaid_balance') is distinct from (to_jsonb(new) - 'prepaid_balance')) execute function facts_changed();
