-- Computes the next link of a chain of the audit.
create function audit_hash(previous bytea, table_name text, content text) returns bytea language sql stable parallel safe as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(table_name || E'\n' || content, 'UTF8'))
$$;
