-- How often a case was met is what its related transactions say.
alter table warning_transaction drop column hit_count;
-- Cases are looked for by key and the time of a hit.
drop index warning_transaction_subject;
create index warning_transaction_subject on warning_transaction (rule_code, subject_key, occurred_at);
