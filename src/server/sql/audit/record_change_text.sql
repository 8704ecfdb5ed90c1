-- What the hash chain of the audit covers of a changed field.
create function record_change_text(c record_change) returns text language sql stable parallel safe as $$
  select row(c.history_id, c.position, c.field, c.title, c.before_value, c.after_value)::text
$$;
