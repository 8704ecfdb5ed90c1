-- The text of a history entry that the hash chain of the audit covers.
create function record_history_text(h record_history) returns text language sql stable parallel safe as $$
  select row(h.id, h.entity, h.record_id, h.action, h.label, h.from_state, h.to_state, h.remark, h.user_name,
    extract(epoch from h.occurred_at), h.sequence, h.company_no, h.record_no, h.record_label)::text
$$;
