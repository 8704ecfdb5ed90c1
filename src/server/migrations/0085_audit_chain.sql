-- Rows of the audit (user_action_log, record_history, record_change) are links of hash chains, so that one that was changed, removed or
-- slipped in behind the triggers is found by verify. There are as many chains as transactions write at a time: each takes one that nobody
-- holds and never waits for another.

create table audit_chain (
  id bigint generated always as identity primary key,
  link_count bigint not null default 0,
  last_hash bytea
);

create table audit_link (
  chain_id bigint not null references audit_chain (id),
  seq bigint not null check (seq > 0),
  table_name text not null,
  row_id bigint not null,
  -- Place of a change in its entry of the history; 0 for whole rows.
  row_part int not null,
  hash bytea not null,
  primary key (chain_id, seq),
  unique (table_name, row_id, row_part)
);
create trigger audit_link_insert_only before update or delete on audit_link for each row execute function insert_only();
create trigger audit_link_kept before truncate on audit_link for each statement execute function insert_only();
create trigger user_action_log_kept before truncate on user_action_log for each statement execute function insert_only();

-- Every stored column, in a form that no session setting changes. Stable and parallel safe: computed for every row by verify.
create function audit_text(l user_action_log) returns text language sql stable parallel safe as $$
  select row(l.id, extract(epoch from l.occurred_at), l.user_name, l.full_name, l.company_no, l.user_action_type, l.action, l.entity,
    l.entity_id, l.before, l.after, l.ip_address, l.created_by)::text
$$;

create function audit_text(h record_history) returns text language sql stable parallel safe as $$
  select row(h.id, h.entity, h.record_id, h.action, h.label, h.from_state, h.to_state, h.remark, h.user_name,
    extract(epoch from h.occurred_at), h.sequence)::text
$$;

create function audit_text(c record_change) returns text language sql stable parallel safe as $$
  select row(c.history_id, c.position, c.field, c.title, c.before_value, c.after_value)::text
$$;

create function audit_hash(previous bytea, table_name text, content text) returns bytea language sql stable parallel safe as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(table_name || E'\n' || content, 'UTF8'))
$$;

-- Once per statement: one change of the chain for all rows that a statement writes, not one for each.
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

-- What was written before there were chains.
do $$
declare
  line record;
begin
  for line in
    select 'user_action_log' as table_name, l.id, 0 as part, audit_text(l) as content, l.occurred_at from user_action_log l
    union all
    select 'record_history', h.id, 0, audit_text(h), h.occurred_at from record_history h
    union all
    select 'record_change', c.history_id, c.position, audit_text(c), h.occurred_at
    from record_change c join record_history h on h.id = c.history_id
    order by 5, 2, 3
  loop
    perform audit_append(line.table_name, array[row(line.id, line.part, line.content)::audit_line]);
  end loop;
end
$$;

create trigger user_action_log_link after insert on user_action_log referencing new table as added
  for each statement execute function audit_link_rows();
create trigger record_history_link after insert on record_history referencing new table as added
  for each statement execute function audit_link_rows();
create trigger record_change_link after insert on record_change referencing new table as added
  for each statement execute function audit_link_rows();
