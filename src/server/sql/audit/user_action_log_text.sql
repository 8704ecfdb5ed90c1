-- The text of a row of 使用者操作紀錄 that the hash chain of the audit covers: every stored column, in a form that does not depend on session
-- settings. Stable and parallel safe, because verify computes it for every row.
create function user_action_log_text(l user_action_log) returns text language sql stable parallel safe as $$
  select row(l.id, extract(epoch from l.occurred_at), l.user_name, l.full_name, l.company_no, l.user_action_type, l.action, l.entity,
    l.entity_id, l.before, l.after, l.ip_address, l.created_by)::text
$$;
