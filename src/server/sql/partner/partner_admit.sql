-- Admits a signed call, in one round trip and a transaction of its own: counts the call, stores its nonce, and reports when the caller's
-- knowledge of the platform (row_version) is outdated. The commit is asynchronous: a crash of the server may lose the latest nonces, but
-- every call that writes counts only once by its external number anyway.
-- `second_max`: calls allowed per second, null for any number. Outcome `hurried`: too many in this second. Neither `hurried` nor `limited`
-- stores the nonce, so the same request may be sent again.
create function partner_admit(platform text, known_version int, call_nonce text, at timestamptz, calls_max int, second_max int default null,
  out outcome text, out calls int)
language plpgsql volatile as $$
declare
  calls_of_second int;
begin
  perform set_config('synchronous_commit', 'off', true);
  if not exists (select from connection_platform p where p.platform_no = platform and p.row_version = known_version) then
    outcome := 'stale';
    return;
  end if;
  insert into partner_minute as m (platform_no, minute, calls, second, second_calls)
  values (platform, date_trunc('minute', at), 1, date_trunc('second', at), 1)
  on conflict (platform_no, minute) do update set calls = m.calls + 1,
    second_calls = case when m.second >= excluded.second then m.second_calls else 0 end + 1,
    second = greatest(m.second, excluded.second)
  returning m.calls, m.second_calls into calls, calls_of_second;
  if calls > calls_max or calls_of_second > second_max then
    outcome := case when calls > calls_max then 'limited' else 'hurried' end;
    return;
  end if;
  insert into partner_nonce as n (platform_no, nonce, seen_at) values (platform, call_nonce, at)
  on conflict (platform_no, nonce) do update set seen_at = excluded.seen_at where n.seen_at < at - interval '15 minutes';
  outcome := case when found then 'admitted' else 'replayed' end;
end
$$;
