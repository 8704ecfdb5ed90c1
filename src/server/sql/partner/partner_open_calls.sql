-- Requests of partners are processed in batches (domain 2.5, 8): requests that arrive while a batch is running form the next one, and a
-- batch takes two statements (src/server/platform/batches.ts). This one reads everything that decides the calls, without locks. The second,
-- `partner_answer_many`, claims their numbers, writes the postings and stores the answers. Most of the cost of a posting is the start of
-- statements, round trips and the commit, which a batch pays once. What was read of a member stays valid while the version of the account
-- does not change. Each request succeeds or fails by itself: a request that was overtaken (its number is taken, or its member was posted
-- to) is left out and reported.
--
-- This function admits calls, and reads everything that decides each of them, a sale or a redemption, at one moment and without locks. It
-- also returns the number of the posting that may follow; an unused number is lost, as with a rollback. Each call gets one row with what
-- was read, and another one with its admission, if the caller's knowledge of its platform is current. The server reveals nothing about a
-- call that is not admitted.
-- `asked`: see src/server/domain/partner/protocol/callPrefetcher.ts. `known_facts`: version of the caller's knowledge of the place.
-- `place_facts`: the place, when its version differs. `lists`: campaigns of the place for listed members; `listed`: those that have this
-- member on their list. `near_minutes`, `near_kinds`: window and kinds of the rule that counts a member's transactions; `near_times`: when
-- those around the sale happened, in milliseconds, and nothing when there are more than anybody counts (501). Of the lots for a sale only
-- expired ones are returned. For the settings see `ledger_write`.
create function partner_open_calls(asked json)
returns table (place int, outcome text, calls int, answered json, facts_at bigint, place_facts json, member_no text, member_status text,
  account_id bigint, balance bigint, version bigint, owed bigint, lots json, transaction_id bigint, transaction_no text,
  registered_at timestamptz, listed json, near_times json)
language plpgsql volatile set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select r.place, null::text, null::int,
      (select json_build_object('requestHash', i.request_hash, 'response', i.response)
        from partner_idempotency i where i.platform_no = r.platform and i.external_txn_no = r.external_no and i.kind = r.txn_kind),
      f.version,
      case when f.version is distinct from r.known_facts
        then to_json(partner_place(r.company, r.store_code, r.terminal, r.business_day, r.is_credit)) end,
      m.member_no, m.status, coalesce(a.id, case when m.member_no is not null then ledger_account('MEMBER', m.member_no) end),
      coalesce(a.balance, 0), coalesce(a.version, 0), coalesce(a.owed_points, 0),
      case when a.lot_points > 0 then (
        select json_agg(json_build_object('id', l.id, 'issuerCompanyNo', l.issuer_company_no, 'activityCode', l.activity_code,
          'remainingPoints', l.remaining_points, 'effectiveDate', l.effective_date, 'expireDate', l.expire_date))
        from point_lot l
        where l.account_id = a.id and l.remaining_points > 0
          and l.expire_date < case when r.is_credit then r.today else date 'infinity' end) end,
      ledger_transaction_id(r.at, n.number), ledger_transaction_no(r.at, n.number), m.registered_at,
      case when r.lists is not null then
        to_json(array(select l.activity_id from activity_member l where l.activity_id = any (r.lists) and l.member_no = m.member_no)) end,
      case when r.near_minutes is not null then (
        select case when count(*) <= 500 then coalesce(json_agg((extract(epoch from t.business_at) * 1000)::bigint), '[]') end
        from (
          select t.business_at from point_transaction t
          where t.member_no = m.member_no and t.kind = any (r.near_kinds)
            and t.business_at between r.business_at - make_interval(mins => r.near_minutes)
              and r.business_at + make_interval(mins => r.near_minutes)
          limit 501
        ) t) end
    from json_to_recordset(asked) as r (place int, platform text, at timestamptz, external_no text, txn_kind text, company text,
      store_code text, terminal text, member_no text, mobile text, card_no text, business_day date, today date, is_credit boolean,
      known_facts bigint, lists bigint[], business_at timestamptz, near_minutes int, near_kinds text[])
    cross join facts_version f
    cross join lateral (select nextval('ledger_posting') as number where r.place is not null) n
    left join member m on m.member_no = case
      when r.mobile is not null then (select o.member_no from member o where o.mobile = r.mobile)
      when r.card_no is not null then (select c.member_no from member_card c where c.card_no = r.card_no and c.status = '1')
      else r.member_no end
    left join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no;
  -- Last, because all processes that call for a platform wait for each other from its count to the commit.
  return query
    select p.place, p.outcome, p.calls, null::json, null::bigint, null::json, null::text, null::text, null::bigint, null::bigint, null::bigint,
      null::bigint, null::json, null::bigint, null::text, null::timestamptz, null::json, null::json
    from partner_admit_many(asked) p;
end
$$;
