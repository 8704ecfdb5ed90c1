-- `partner_admit` for many calls, each with its own nonce: counted once per platform, with the same outcomes. A call whose platform has
-- changed gets no row. Calls that arrive together count in the second of the last one.
create function partner_admit_many(asked json) returns table (place int, outcome text, calls int)
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
