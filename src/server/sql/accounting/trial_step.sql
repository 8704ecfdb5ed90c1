-- 試算: the formulas of the last trial of an open period, one row each.
create view trial_step as
select t.period_id + w.seq as id, t.period_id, p.company_no, w.seq::int as seq, w.step ->> 'title' as title,
  w.step ->> 'formula' as formula, w.step ->> 'numbers' as numbers, w.step ->> 'result' as result
from statement_trial t
join company_period p on p.id = t.period_id,
  jsonb_array_elements(t.workings) with ordinality as w (step, seq);
