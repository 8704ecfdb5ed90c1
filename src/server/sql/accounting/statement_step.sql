-- 計算說明: the formulas of a statement with their numbers, one row each.
create view statement_step as
select s.id + w.seq as id, s.statement_no, s.company_no, w.seq::int as seq, w.step ->> 'title' as title, w.step ->> 'formula' as formula,
  w.step ->> 'numbers' as numbers, w.step ->> 'result' as result
from statement s, jsonb_array_elements(s.workings) with ordinality as w (step, seq);
