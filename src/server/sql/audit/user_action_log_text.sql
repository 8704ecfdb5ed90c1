-- What the hash chain of the audit covers of a row of 使用者操作紀錄: every stored column, in a form that no session setting changes.
-- Stable and parallel safe: computed for every row by verify.
create function user_action_log_text(l user_action_log) returns text language sql stable parallel safe as $$
  select row(l.id, extract(epoch from l.occurred_at), l.user_name, l.full_name, l.company_no, l.user_action_type, l.action, l.entity,
    l.entity_id, l.before, l.after, l.ip_address, l.created_by)::text
$$;
