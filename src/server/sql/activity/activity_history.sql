-- 活動歷程 (domain 4.13): one row per changed field of an event, or one without a field.
create view activity_history as
select
  -- Unique and ordered: a campaign has far fewer than 1,000 fields.
  e.sequence * 1000 + coalesce(c.position, 0) as id,
  e.occurred_at, e.activity_id, e.activity_code, e.activity_name, e.company_no, e.history_action, e.version,
  c.change ->> 'field' as field, c.change ->> 'title' as field_name, c.change ->> 'before' as old_value, c.change ->> 'after' as new_value,
  e.snapshot, e.adjustment_no, e.user_name, e.approved_by, e.remark,
  1 as row_version, e.user_name as created_by, e.occurred_at as created_at, null::text as updated_by, null::timestamptz as updated_at
from activity_event e
left join lateral jsonb_array_elements(e.changes) with ordinality as c (change, position) on true;
