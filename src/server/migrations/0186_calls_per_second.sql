-- Signed calls of a platform in a second, over all server processes, beside those of the minute: in the same row, so that it costs nothing.
-- `second` is the latest that a process has counted in; calls of a clock that is behind count there, too.
alter table partner_minute add column second timestamptz, add column second_calls int not null default 0;

-- As in 0040; `second_max`: calls of one second, null = any number. Outcome `hurried`: too many in this second. Neither it nor `limited`
-- remembers the nonce: the same request may come again.
drop function partner_admit(text, int, text, timestamptz, int);
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

-- As in 0081, with `second_max` of each call. What comes together counts in the second of the last of it.
create or replace function partner_admit_many(asked json) returns table (place int, outcome text, calls int)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with call as materialized (
      select r.place, r.platform, r.nonce, r.at, r.calls_max, r.second_max, date_trunc('minute', r.at) as minute
      from json_to_recordset(asked) as r (place int, platform text, known_version int, nonce text, at timestamptz, calls_max int,
        second_max int)
      where exists (select from connection_platform p where p.platform_no = r.platform and p.row_version = r.known_version)
    ), counted as (
      insert into partner_minute as m (platform_no, minute, calls, second, second_calls)
      select c.platform, c.minute, count(*)::int, date_trunc('second', max(c.at)), count(*)::int from call c group by 1, 2 order by 1, 2
      on conflict (platform_no, minute) do update set calls = m.calls + excluded.calls,
        second_calls = case when m.second >= excluded.second then m.second_calls else 0 end + excluded.calls,
        second = greatest(m.second, excluded.second)
      returning m.platform_no, m.minute, m.calls, m.second_calls
    ), numbered as materialized (
      select c.place, c.platform, c.nonce, c.at, c.calls_max, c.second_max,
        (m.calls - count(*) over same + row_number() over (same order by c.place))::int as calls,
        (m.second_calls - count(*) over same + row_number() over (same order by c.place))::int as second_calls
      from call c join counted m on m.platform_no = c.platform and m.minute = c.minute
      window same as (partition by c.platform, c.minute)
    ), judged as materialized (
      select n.*, case when n.calls > n.calls_max then 'limited' when n.second_calls > n.second_max then 'hurried' end as refused
      from numbered n
    ), remembered as (
      insert into partner_nonce as n (platform_no, nonce, seen_at)
      select j.platform, j.nonce, j.at from judged j where j.refused is null order by 1, 2
      on conflict (platform_no, nonce) do update set seen_at = excluded.seen_at where n.seen_at < excluded.seen_at - interval '15 minutes'
      returning n.platform_no, n.nonce
    )
    select j.place, coalesce(j.refused, case when n.nonce is null then 'replayed' else 'admitted' end), j.calls
    from judged j left join remembered n on n.platform_no = j.platform and n.nonce = j.nonce;
end
$$;
