-- The links of 0085 once per statement: one change of the chain for all rows that a statement writes, not one for each.

create type audit_line as (row_id bigint, row_part int, content text);

create function audit_append(table_name text, lines audit_line[]) returns void language plpgsql volatile as $$
declare
  chain audit_chain;
  line audit_line;
begin
  select * into chain from audit_chain c order by c.id limit 1 for update skip locked;
  if not found then
    insert into audit_chain default values returning * into chain;
  end if;
  foreach line in array lines loop
    chain.link_count := chain.link_count + 1;
    chain.last_hash := audit_hash(chain.last_hash, $1, line.content);
    insert into audit_link values (chain.id, chain.link_count, $1, line.row_id, line.row_part, chain.last_hash);
  end loop;
  update audit_chain c set link_count = chain.link_count, last_hash = chain.last_hash where c.id = chain.id;
end
$$;

create function audit_link_rows() returns trigger language plpgsql as $$
declare
  lines audit_line[];
begin
  -- Only the branch of its own table is ever planned.
  if tg_table_name = 'record_change' then
    lines := array(select row(a.history_id, a.position, audit_text(row(a.*)::record_change))::audit_line from added a order by 1);
  elsif tg_table_name = 'record_history' then
    lines := array(select row(a.id, 0, audit_text(row(a.*)::record_history))::audit_line from added a order by a.sequence);
  else
    lines := array(select row(a.id, 0, audit_text(row(a.*)::user_action_log))::audit_line from added a order by a.occurred_at, a.id);
  end if;
  if cardinality(lines) > 0 then
    perform audit_append(tg_table_name, lines);
  end if;
  return null;
end
$$;

drop trigger user_action_log_link on user_action_log;
drop trigger record_history_link on record_history;
drop trigger record_change_link on record_change;
drop function audit_link_row();
drop function audit_append(text, bigint, int, text);
create trigger user_action_log_link after insert on user_action_log referencing new table as added
  for each statement execute function audit_link_rows();
create trigger record_history_link after insert on record_history referencing new table as added
  for each statement execute function audit_link_rows();
create trigger record_change_link after insert on record_change referencing new table as added
  for each statement execute function audit_link_rows();
