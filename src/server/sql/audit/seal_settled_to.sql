-- No posting with a number below this one can appear after a seal: every transaction that took a number six hours ago has committed it, or
-- never will.
create function seal_settled_to(at timestamptz) returns bigint language sql stable as $$
  select coalesce(max(sealed_to), 0) from audit_seal where sealed_at < at - interval '6 hours'
$$;
