-- Appends the rows that a statement has inserted to a chain.
create function audit_link_rows() returns trigger language plpgsql as $$
declare
  lines audit_line[];
begin
  -- Only the branch of its own table is ever planned.
  if tg_table_name = 'record_change' then
    lines := array(select row(a.history_id, a.position, record_change_text(row(a.*)::record_change))::audit_line from added a order by 1);
  elsif tg_table_name = 'record_history' then
    lines := array(select row(a.id, 0, record_history_text(row(a.*)::record_history))::audit_line from added a order by a.sequence);
  else
    lines := array(select row(a.id, 0, user_action_log_text(row(a.*)::user_action_log))::audit_line from added a order by a.occurred_at, a.id);
  end if;
  if cardinality(lines) > 0 then
    perform audit_append(tg_table_name, lines);
  end if;
  return null;
end
$$;
