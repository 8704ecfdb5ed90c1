-- Verdict of a run for each company, with the current state of the month.
create view month_run_verdict_view as
select v.*, s.statement_no, s.net_amount, t.net_amount as trial_net_amount
from month_run_verdict v
left join statement s on s.period_id = v.period_id and s.status <> '9'
left join statement_trial t on t.period_id = v.period_id;
