-- The text of a changed field that the hash chain of the audit covers.
create function record_change_text(c record_change) returns text language sql stable parallel safe as $$
  select row(c.history_id, c.position, c.field, c.title, c.before_value, c.after_value)::text
$$;
