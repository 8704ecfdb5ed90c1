-- Postings of partners in batches (domain 2.5, 8): what arrives while a batch is on its way goes together with the next one, in two
-- statements for all of it (src/server/platform/batches.ts). The first brings all that decides the calls, without a lock; the second claims
-- their numbers, writes the postings and keeps the answers. What a posting costs is mostly the start of statements, round trips and the
-- commit, all of which a batch pays once. What was read of a member holds for as long as the version of the account does.
-- Each posting of a batch holds or fails by itself as far as others can tell: whoever was overtaken (its number is taken, its member was
-- posted to) is left out and told so; anything else fails the batch as a whole, and the server sends its postings one by one.
--
-- Sets that come as JSON have no statistics: joins with them have to go by keys, whatever the planner believes of a table that was small
-- when a connection planned. Hence the settings of the two functions that the server calls, which hold for all that they call; what they
-- forbid costs nothing real, but would look dear enough to be compiled (jit).

-- So that the row that claims a number is written once, with its answer, before the posting that it names.
alter table partner_idempotency alter constraint partner_idempotency_transaction_id_fkey deferrable initially deferred;

-- What a posting needs of a company; `approved`: its approved changes, oldest decision first (src/server/domain/company/termsOn.ts).
create function company_terms(wanted text)
returns table (company_no text, settlement_mode text, payg_cycle text, cycle_day int, bank_stream boolean, ap_unit_price numeric,
  dp_unit_price numeric, approved jsonb)
language plpgsql stable as $$
begin
  return query
    select c.company_no, c.settlement_mode, c.payg_cycle, c.cycle_day::int, coalesce(c.bank_stream, false), c.ap_unit_price, c.dp_unit_price,
      (select jsonb_agg(jsonb_build_object('effectiveDate', r.effective_date, 'changes', r.changes) order by r.approved_at)
        from change_request r where r.entity = 'company' and r.record_id = c.id and r.status in ('2', '3'))
    from company c where c.company_no = wanted;
end
$$;

-- Version of the master data that decides postings: companies, outlets, reward settings, approved changes, periods. Server processes keep
-- what they have read under this number (src/server/domain/partner/protocol/placeBook.ts), and it is compared in the snapshot in which the
-- member is read, so a change counts from its commit on in every process. It grows at COMMIT, so nobody waits for it with locks still to take.
create table facts_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1,
  -- A transaction that changes many rows moves the number once.
  changed_in xid8
) with (fillfactor = 50);
insert into facts_version default values;

create function facts_changed() returns trigger language plpgsql as $$
begin
  update facts_version f set version = f.version + 1, changed_in = pg_current_xact_id()
  where f.changed_in is distinct from pg_current_xact_id();
  return null;
end
$$;
-- Of a company all but the balance that postings write into it.
create constraint trigger company_facts after update on company deferrable initially deferred for each row
  when ((to_jsonb(old) - 'prepaid_balance') is distinct from (to_jsonb(new) - 'prepaid_balance')) execute function facts_changed();
create constraint trigger company_facts_rows after insert or delete on company deferrable initially deferred
  for each row execute function facts_changed();
create constraint trigger retail_store_facts after insert or update or delete on retail_store deferrable initially deferred
  for each row execute function facts_changed();
create constraint trigger reward_point_facts after insert or update or delete on reward_point deferrable initially deferred
  for each row execute function facts_changed();
create constraint trigger change_request_facts after insert or update or delete on change_request deferrable initially deferred
  for each row execute function facts_changed();
create constraint trigger company_period_facts after insert or update or delete on company_period deferrable initially deferred
  for each row execute function facts_changed();

-- What a company, an outlet and a day decide: the same for all their calls until `facts_version` moves.
create function partner_place(company text, store_code text, terminal text, business_day date, is_credit boolean,
  out facts json, out terms json, out periods json)
language plpgsql stable as $$
begin
  facts := (select to_json(f) from partner_facts(company, store_code, terminal, null, null, null, case when is_credit then business_day end) f);
  terms := (select to_json(t) from company_terms(company) t);
  periods := (
    select json_agg(json_build_object('id', p.id, 'stream', p.stream, 'status', p.status))
    from company_period p where p.company_no = company and business_day between p.start_date and p.end_date);
end
$$;

-- `partner_admit` for many calls, each with its own nonce: counted once per platform, with the same outcomes. A call whose platform has
-- changed gets no row.
create function partner_admit_many(asked json) returns table (place int, outcome text, calls int)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with call as materialized (
      select r.place, r.platform, r.nonce, r.at, r.calls_max, date_trunc('minute', r.at) as minute
      from json_to_recordset(asked) as r (place int, platform text, known_version int, nonce text, at timestamptz, calls_max int)
      where exists (select from connection_platform p where p.platform_no = r.platform and p.row_version = r.known_version)
    ), counted as (
      insert into partner_minute as m (platform_no, minute, calls)
      select c.platform, c.minute, count(*)::int from call c group by 1, 2 order by 1, 2
      on conflict (platform_no, minute) do update set calls = m.calls + excluded.calls
      returning m.platform_no, m.minute, m.calls
    ), numbered as materialized (
      select c.place, c.platform, c.nonce, c.at, c.calls_max,
        (m.calls - count(*) over (partition by c.platform, c.minute)
          + row_number() over (partition by c.platform, c.minute order by c.place))::int as calls
      from call c join counted m on m.platform_no = c.platform and m.minute = c.minute
    ), remembered as (
      insert into partner_nonce as n (platform_no, nonce, seen_at)
      select c.platform, c.nonce, c.at from numbered c where c.calls <= c.calls_max order by 1, 2
      on conflict (platform_no, nonce) do update set seen_at = excluded.seen_at where n.seen_at < excluded.seen_at - interval '15 minutes'
      returning n.platform_no, n.nonce
    )
    select c.place, case when c.calls > c.calls_max then 'limited' when n.nonce is null then 'replayed' else 'admitted' end, c.calls
    from numbered c left join remembered n on n.platform_no = c.platform and n.nonce = c.nonce;
end
$$;

-- The account of a class and owner that has none yet. Somebody else may be about to make it: then it is his.
create function ledger_account(wanted_class text, wanted_owner text) returns bigint language plpgsql volatile as $$
declare
  is_held boolean := wanted_class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID');
  has_lots boolean := wanted_class in ('MEMBER', 'CORP');
  made bigint;
begin
  insert into point_account (class, owner_id, balance, lot_points, owed_points)
  values (wanted_class, wanted_owner, case when is_held then 0 end, case when has_lots then 0 end, case when has_lots then 0 end)
  on conflict do nothing
  returning id into made;
  return coalesce(made, (select a.id from point_account a where a.class = wanted_class and a.owner_id = wanted_owner));
end
$$;

-- Admits calls and reads all that decides each of them, a sale or a redeem, as of one moment and without a lock; with the number of the
-- posting that may follow. A number that is not used is lost, as with a posting that is rolled back. Of each call one row brings what was
-- read and another one its admission, if its platform is as the caller knows it; the server tells nothing of a call that is not admitted.
-- `asked`: see src/server/domain/partner/protocol/readAhead.ts. `known_facts`: version of what the caller knows of the place. `place_facts`:
-- the place, where that is another one. Of the lots of a sale only those past their day are wanted.
create function partner_open_many(asked json)
returns table (place int, outcome text, calls int, answered json, facts_at bigint, place_facts json, member_no text, member_status text,
  account_id bigint, balance bigint, version bigint, owed bigint, lots json, transaction_id bigint, transaction_no text)
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
      ledger_transaction_id(r.at, n.number), ledger_transaction_no(r.at, n.number)
    from json_to_recordset(asked) as r (place int, platform text, at timestamptz, external_no text, txn_kind text, company text,
      store_code text, terminal text, member_no text, mobile text, card_no text, business_day date, today date, is_credit boolean,
      known_facts bigint)
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
      null::bigint, null::json, null::bigint, null::text
    from partner_admit_many(asked) p;
end
$$;

-- Leaves an event to the anomaly rules that run after commit and asks for their job: one of the transactions that run at the same time
-- does, the others ride with it (`pg_try_advisory_xact_lock`), so a burst of postings asks once.
create function anomaly_leave_event(event jsonb, job_name text, run_at timestamptz, ask_lock bigint) returns void
language plpgsql volatile as $$
begin
  insert into anomaly_outbox (event) values ($1);
  if not exists (select from job j where j.name = job_name and j.status = 'waiting') and pg_try_advisory_xact_lock(ask_lock) then
    insert into job (name, run_at) values ($2, $3);
  end if;
end
$$;

-- Places (from 1) of the requests whose account is as it was read, looked at without a lock: spares the way back for most who were
-- overtaken. A request without an account posts nothing.
create function partner_unmoved(accounts bigint[], versions bigint[]) returns int[] language plpgsql volatile as $$
begin
  return array(
    select r.place::int from unnest(accounts, versions) with ordinality as r (account_id, version, place)
    where r.account_id is null or r.version = (select a.version from point_account a where a.id = r.account_id));
end
$$;

-- Locks the accounts of requests that are free and as they were read; the places of these, and of those without an account.
create function partner_hold(accounts bigint[], versions bigint[], wanted int[]) returns int[] language plpgsql volatile as $$
declare
  held int[] := array(
    select r.place::int
    from unnest(accounts, versions) with ordinality as r (account_id, version, place)
    join point_account a on a.id = r.account_id and a.version = r.version
    where r.place = any (wanted)
    for no key update of a skip locked);
begin
  if array_position(accounts, null) is null then
    return held;
  end if;
  return held || array(select w.place from unnest(wanted) as w (place) where accounts[w.place] is null);
end
$$;

-- Of the places those whose periods are open and nobody is closing. They stay open until the transaction ends. Without this a close would
-- hold up the postings of all companies.
create function partner_hold_periods(periods bigint[], lines json, posted bigint[], wanted int[]) returns int[] language plpgsql volatile as $$
declare
  held bigint[] := array(select p.id from company_period p where p.id = any (periods) and p.status = '1' for share skip locked);
begin
  if cardinality(held) = cardinality(periods) then
    return wanted;
  end if;
  return array(
    select w.place from unnest(wanted) as w (place)
    where not exists (
      select from json_to_recordset(lines) as l (transaction_id bigint, period_id bigint)
      where l.transaction_id = posted[w.place] and l.period_id is not null and l.period_id <> all (held)));
end
$$;

-- Claims the numbers of requests and locks the accounts of their members and their periods; returns the places of those for which it could:
-- no number taken, each account free and as it was read, each period open. Claims come first, as in every transaction of a partner's
-- posting, and nobody is waited for once accounts are locked, so no two transactions wait for each other in a circle.
create function partner_claim_many(requests json, accounts bigint[], versions bigint[], posted bigint[], periods bigint[], lines json)
returns int[] language plpgsql volatile as $$
declare
  wanted int[] := partner_unmoved(accounts, versions);
  claimed int[];
  held int[];
begin
  loop
    begin
      with claim as (
        insert into partner_idempotency as i (platform_no, external_txn_no, kind, request_hash, transaction_id, response, created_at)
        select r.platform, r.external_no, r.txn_kind, r.hash, r.posted_id, r.answer, r.at
        from json_to_recordset(requests) as r (place int, platform text, external_no text, txn_kind text, hash text, at timestamptz,
          posted_id bigint, answer jsonb)
        where r.place = any (wanted)
        order by 1, 2, 3
        on conflict do nothing
        returning i.platform_no, i.external_txn_no, i.kind
      )
      select array_agg(r.place) into claimed
      from json_to_recordset(requests) as r (place int, platform text, external_no text, txn_kind text)
      join claim c on c.platform_no = r.platform and c.external_txn_no = r.external_no and c.kind = r.txn_kind
      where r.place = any (wanted);
      held := partner_hold_periods(periods, lines, posted, partner_hold(accounts, versions, claimed));
      if cardinality(held) = cardinality(wanted) then
        return wanted;
      end if;
      -- Gives back what was claimed for those who were overtaken.
      raise exception 'overtaken' using errcode = 'LB001';
    exception when sqlstate 'LB001' then
      wanted := held;
    end;
  end loop;
end
$$;

-- `ledger_write` for postings of a batch: one for each account, none with debts, numbers brought along. Only those of `written`
-- transactions. Rows as in the tables, flat, with what they belong to; `moves`: how each member's account moves, of which `version` and
-- `balance` are those after it, `lot_change` and `owed_change` differences.
create function ledger_write_many(written bigint[], headers json, moves json, lines json, lots json, allocations json) returns void
language plpgsql volatile as $$
declare
  moved int;
begin
  with line as materialized (
    select row(l.transaction_id + l.line_no, l.transaction_id, l.line_no,
      coalesce((select a.id from point_account a where a.class = l.account_class and a.owner_id = l.owner_id),
        ledger_account(l.account_class, l.owner_id)),
      l.account_class, l.points, l.company_no, l.retail_store_no, l.period_id, l.unit_price, l.component, l.component_code,
      l.original_entry_id, l.account_seq, l.balance_after, l.business_date, l.posted_at)::point_entry as e
    from json_to_recordset(lines) as l (transaction_id bigint, line_no int, account_class text, owner_id text, points bigint,
      company_no text, retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text,
      original_entry_id bigint, account_seq bigint, balance_after bigint, business_date date, posted_at timestamptz)
    where l.transaction_id = any (written)
  ), content as (
    select (l.e).transaction_id, string_agg(ledger_entry_text(l.e), E'\n' order by (l.e).line_no) as lines, count(*)::int as line_count
    from line l group by 1
  ), header as materialized (
    select row(h.id, h.transaction_no, h.kind, h.business_at, h.business_date, h.posted_at, h.source, h.source_id, h.platform_no,
        h.external_txn_no, h.request_hash, h.company_no, h.retail_store_no, h.member_no, h.corporate_no, h.amount, h.payable_amount,
        h.payment_type, h.card_no, h.reward_point_id, h.rule_snapshot, h.activity_code, h.original_transaction_id, h.is_late_posted,
        h.remark, h.created_by, c.line_count, a.id, a.chain_seq + 1, null)::point_transaction as t,
      a.chain_hash as previous, c.lines
    from json_populate_recordset(null::point_transaction, headers) h
    join content c on c.transaction_id = h.id
    join point_account a on a.id = h.chain_account_id
  ), linked as materialized (
    select h.t, ledger_link(h.previous, ledger_digest(ledger_transaction_text(h.t), h.lines)) as hash from header h
  ), named as (
    insert into posting_source (source, source_id, kind, transaction_id) select (t).source, (t).source_id, (t).kind, (t).id from linked
  ), posted as (
    insert into point_transaction
    select (t).id, (t).transaction_no, (t).kind, (t).business_at, (t).business_date, (t).posted_at, (t).source, (t).source_id,
      (t).platform_no, (t).external_txn_no, (t).request_hash, (t).company_no, (t).retail_store_no, (t).member_no, (t).corporate_no,
      (t).amount, (t).payable_amount, (t).payment_type, (t).card_no, (t).reward_point_id, (t).rule_snapshot, (t).activity_code,
      (t).original_transaction_id, (t).is_late_posted, (t).remark, (t).created_by, (t).entry_count, (t).chain_account_id, (t).chain_seq, hash
    from linked
  ), entered as (
    insert into point_entry select (e).* from line
  ), daily as (
    insert into account_daily as current (business_date, company_no, retail_store_no, account_class, kind, shard, points, entry_count, amount)
    select d.business_date, d.company_no, d.retail_store_no, d.account_class, d.kind, pg_backend_pid() % 16, sum(d.points), sum(d.line_count),
      sum(d.amount)
    from (
      select (h.t).business_date, coalesce((l.e).company_no, 'C000000') as company_no, coalesce((l.e).retail_store_no, '') as retail_store_no,
        (l.e).account_class, (h.t).kind, (h.t).id, sum((l.e).points) as points, count(*) as line_count, coalesce((h.t).amount, 0) as amount
      from line l join linked h on (h.t).id = (l.e).transaction_id
      group by 1, 2, 3, 4, 5, 6, (h.t).amount
    ) d
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (business_date, company_no, retail_store_no, account_class, kind, shard) do update
    set points = current.points + excluded.points,
      entry_count = current.entry_count + excluded.entry_count,
      amount = current.amount + excluded.amount
  ), lot as (
    insert into point_lot (id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, remaining_points, effective_date,
      expire_date, origin_lot_id)
    select l.transaction_id + l.ref, l.account_id, l.transaction_id, l.issuer_company_no, l.activity_code, l.issued_points, l.issued_points,
      l.effective_date, l.expire_date, l.origin_lot_id
    from json_to_recordset(lots) as l (transaction_id bigint, ref int, account_id bigint, issuer_company_no text, activity_code text,
      issued_points bigint, effective_date date, expire_date date, origin_lot_id bigint)
    where l.transaction_id = any (written)
  ), moving as (
    update point_account a
    set balance = m.balance, version = m.version, lot_points = a.lot_points + m.lot_change, owed_points = a.owed_points + m.owed_change,
      chain_seq = (h.t).chain_seq, chain_hash = h.hash
    from linked h
    join json_to_recordset(moves) as m (account_id bigint, version bigint, balance bigint, lot_change bigint, owed_change bigint, floor bigint)
      on m.account_id = (h.t).chain_account_id
    where a.id = m.account_id and (m.floor is null or m.balance >= least(m.floor, a.balance))
    returning 1
  )
  select count(*) into moved from moving;
  if moved <> cardinality(written) then
    raise exception 'a holder account changed while it was being posted' using errcode = 'serialization_failure';
  end if;

  if allocations is not null then
    perform ledger_allocate_many(written, allocations);
  end if;
end
$$;

-- Takes points from lots that the locked members have.
create function ledger_allocate_many(written bigint[], allocations json) returns void
language plpgsql volatile as $$
declare
  wanted int;
  moved int;
begin
  insert into lot_allocation (lot_id, transaction_id, entry_id, points, allocation_kind)
  select a.lot_id, a.transaction_id, a.transaction_id + a.line_no, a.points, a.kind
  from json_to_recordset(allocations) as a (transaction_id bigint, lot_id bigint, line_no int, points bigint, kind text)
  where a.transaction_id = any (written);
  with taken as materialized (
    select a.lot_id, sum(a.points)::bigint as points
    from json_to_recordset(allocations) as a (transaction_id bigint, lot_id bigint, points bigint)
    where a.transaction_id = any (written) group by 1
  ), changed as (
    update point_lot l set remaining_points = l.remaining_points - t.points from taken t where l.id = t.lot_id returning 1
  )
  select (select count(*) from taken), (select count(*) from changed) into wanted, moved;
  if moved <> wanted then
    raise exception 'a lot to allocate does not exist' using errcode = 'foreign_key_violation';
  end if;
end
$$;

-- Answers requests of partners for the first time: their numbers, what they post and what else they leave. Returns the places (from 1) of
-- those that are answered; the others were overtaken and left nothing (see `partner_claim_many`).
-- `accounts`, `versions`, `posted`: of each request; null where it posts nothing. `periods`: of all lines, each once. The others: see
-- src/server/domain/points/post/draftWriter.ts and `ledger_write_many`; `sales`: rows of partner_sale; `events`: [{place, event, jobName, runAt, askLock}].
create function partner_answer_many(requests json, accounts bigint[], versions bigint[], posted bigint[], periods bigint[], headers json,
  moves json, lines json, lots json, allocations json, sales json, events json) returns int[]
language plpgsql volatile set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
declare
  answered int[] := partner_claim_many(requests, accounts, versions, posted, periods, lines);
  written bigint[] := array(select posted[p.place] from unnest(answered) as p (place) where posted[p.place] is not null);
begin
  if cardinality(written) > 0 then
    perform ledger_write_many(written, headers, moves, lines, lots, allocations);
  end if;
  if sales is not null then
    insert into partner_sale (transaction_id, terminal_id, sent_points, payments)
    select s.transaction_id, s.terminal_id, s.sent_points, s.payments
    from json_to_recordset(sales) as s (transaction_id bigint, terminal_id text, sent_points bigint, payments jsonb)
    where s.transaction_id = any (written);
  end if;
  if events is not null then
    perform anomaly_leave_event(e.event, e."jobName", e."runAt", e."askLock")
    from json_to_recordset(events) as e (place int, event jsonb, "jobName" text, "runAt" timestamptz, "askLock" bigint)
    where e.place = any (answered);
  end if;
  return answered;
end
$$;
