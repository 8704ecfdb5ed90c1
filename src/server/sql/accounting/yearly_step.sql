-- 計算說明 of a year: the formulas of its statement, or of its last trial, one row each.
create view yearly_step as
select y.id + w.seq as id, y.id as setting_id, y.company_no, w.seq::int as seq, w.step ->> 'title' as title, w.step ->> 'formula' as formula,
  w.step ->> 'numbers' as numbers, w.step ->> 'result' as result
from yearly_settlement y
left join yearly_statement s on s.setting_id = y.id and s.reopened_at is null
left join yearly_trial t on t.setting_id = y.id,
  jsonb_array_elements(coalesce(s.workings, t.workings)) with ordinality as w (step, seq);
