-- Appends rows to a chain of the audit: one change of the chain for all rows of a statement. There are as many chains as concurrent
-- transactions: each takes one that is not locked, so none waits for another.
create function audit_append(table_name text, lines audit_line[]) returns void language plpgsql volatile as $$
declare
  chain audit_chain;
  line audit_line;
  hashes bytea[] := '{}';
begin
  select * into chain from audit_chain c order by c.id limit 1 for update skip locked;
  if not found then
    insert into audit_chain default values returning * into chain;
  end if;
  foreach line in array lines loop
    chain.last_hash := audit_hash(chain.last_hash, $1, line.content);
    hashes := hashes || chain.last_hash;
  end loop;
  insert into audit_link
  select chain.id, chain.link_count + l.place, $1, l.row_id, l.row_part, l.hash
  from rows from (unnest(lines), unnest(hashes)) with ordinality as l (row_id, row_part, content, hash, place);
  update audit_chain c set link_count = chain.link_count + cardinality(lines), last_hash = chain.last_hash where c.id = chain.id;
end
$$;
