-- What the partner API keeps besides the postings themselves (domain 8).

-- Nonces of the last 15 minutes: a call cannot be sent a second time. Older rows mean nothing and are deleted by a job.
create table partner_nonce (
  platform_no text not null,
  nonce text not null,
  seen_at timestamptz not null,
  primary key (platform_no, nonce)
);
create index partner_nonce_seen_at on partner_nonce (seen_at);

-- Signed calls per platform and minute, over all server processes.
create table partner_minute (
  platform_no text not null,
  minute timestamptz not null,
  calls int not null,
  primary key (platform_no, minute)
) with (fillfactor = 50);

-- What a partner told with a sale and the ledger has no column for; `sent_points` is compared with the rule by the accounting check A2.
create table partner_sale (
  transaction_id bigint primary key references point_transaction (id),
  terminal_id text,
  sent_points bigint,
  payments jsonb not null default '[]' check (jsonb_typeof(payments) = 'array')
);

-- Lets a signed call in, in one round trip and its own transaction: it counts the call, remembers its nonce, and tells when what the
-- caller knows of the platform (row_version) is no longer so. Its commit is not waited for: a crash of the server may forget nonces of
-- the last instants, and every call that writes is counted once by its external number anyway.
create function partner_admit(platform text, known_version int, call_nonce text, at timestamptz, calls_max int, out outcome text, out calls int)
language plpgsql volatile as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  if not exists (select from connection_platform p where p.platform_no = platform and p.row_version = known_version) then
    outcome := 'stale';
    return;
  end if;
  insert into partner_minute as m (platform_no, minute, calls) values (platform, date_trunc('minute', at), 1)
  on conflict (platform_no, minute) do update set calls = m.calls + 1
  returning m.calls into calls;
  if calls > calls_max then
    outcome := 'limited';
    return;
  end if;
  insert into partner_nonce as n (platform_no, nonce, seen_at) values (platform, call_nonce, at)
  on conflict (platform_no, nonce) do update set seen_at = excluded.seen_at where n.seen_at < at - interval '15 minutes';
  outcome := case when found then 'admitted' else 'replayed' end;
end
$$;
