-- The two round trips of 0080 with fewer statements inside: what a posting cost was mostly the start of small statements.

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

drop function partner_read(text, text, text, text, text, text, text, text, text, date, date, boolean);
drop function partner_open(text, int, text, timestamptz, int, text, text, text, text, text, text, text, text, date, date, boolean);

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

-- All that decides a sale or a redeem, as of one moment (stable: the snapshot of the caller). `known_facts`: version of what the caller
-- knows of the place. Of the lots of a sale only those past their day are wanted.
create function partner_read(platform text, external_no text, txn_kind text, company text, store_code text, terminal text,
  wanted_member text, business_day date, today date, is_credit boolean, known_facts bigint,
  out answered json, out facts_at bigint, out facts json, out terms json, out periods json,
  out member_no text, out member_status text, out account_id bigint, out balance bigint, out version bigint, out lots json, out debts json)
language plpgsql stable as $$
declare
  place record;
begin
  select f.version, m.member_no, m.status, a.id, a.balance, a.version,
    (select json_build_object('requestHash', i.request_hash, 'response', i.response)
      from partner_idempotency i where i.platform_no = platform and i.external_txn_no = external_no and i.kind = txn_kind),
    case when a.lot_points > 0 then (
      select json_agg(json_build_object('id', l.id, 'issuerCompanyNo', l.issuer_company_no, 'activityCode', l.activity_code,
        'remainingPoints', l.remaining_points, 'effectiveDate', l.effective_date, 'expireDate', l.expire_date))
      from point_lot l
      where l.account_id = a.id and l.remaining_points > 0 and l.expire_date < case when is_credit then today else date 'infinity' end) end,
    case when a.owed_points > 0 then (
      select json_agg(json_build_object('id', p.id, 'points', p.outstanding_points) order by p.created_at, p.id)
      from member_pending_point p where p.account_id = a.id and p.outstanding_points > 0) end
  into facts_at, member_no, member_status, account_id, balance, version, answered, lots, debts
  from facts_version f
  left join member m on m.member_no = wanted_member
  left join point_account a on a.class = 'MEMBER' and a.owner_id = wanted_member;
  if facts_at is distinct from known_facts then
    place := partner_place(company, store_code, terminal, business_day, is_credit);
    facts := place.facts;
    terms := place.terms;
    periods := place.periods;
  end if;
end
$$;

-- `partner_read`, and `partner_admit`, which decides whether any of it is told; with the number of the posting that may follow. A number
-- that is not used is lost, as with a posting that is rolled back.
create function partner_open(platform text, known_version int, call_nonce text, at timestamptz, calls_max int, external_no text,
  txn_kind text, company text, store_code text, terminal text, wanted_member text, wanted_mobile text, wanted_card text,
  business_day date, today date, is_credit boolean, known_facts bigint,
  out outcome text, out calls int, out answered json, out facts_at bigint, out facts json, out terms json, out periods json,
  out member_no text, out member_status text, out account_id bigint, out balance bigint, out version bigint, out lots json, out debts json,
  out transaction_id bigint, out transaction_no text)
language plpgsql volatile as $$
declare
  brought record;
  admission record;
  number bigint;
  member_wanted text := wanted_member;
begin
  if wanted_mobile is not null then
    member_wanted := (select m.member_no from member m where m.mobile = wanted_mobile);
  elsif wanted_card is not null then
    member_wanted := (select c.member_no from member_card c where c.card_no = wanted_card and c.status = '1');
  end if;
  brought := partner_read(platform, external_no, txn_kind, company, store_code, terminal, member_wanted, business_day, today, is_credit,
    known_facts);
  if brought.account_id is null and brought.member_no is not null then
    -- A member's first points.
    perform ledger_ensure_accounts(jsonb_build_array(jsonb_build_object('class', 'MEMBER', 'owner_id', member_wanted)));
    brought := partner_read(platform, external_no, txn_kind, company, store_code, terminal, member_wanted, business_day, today, is_credit,
      known_facts);
  end if;
  -- Last, because all calls of a platform wait for each other from its count to the commit.
  admission := partner_admit(platform, known_version, call_nonce, at, calls_max);
  outcome := admission.outcome;
  calls := admission.calls;
  if outcome <> 'admitted' then
    return;
  end if;
  answered := brought.answered;
  facts_at := brought.facts_at;
  facts := brought.facts;
  terms := brought.terms;
  periods := brought.periods;
  member_no := brought.member_no;
  member_status := brought.member_status;
  account_id := brought.account_id;
  balance := brought.balance;
  version := brought.version;
  lots := brought.lots;
  debts := brought.debts;
  if account_id is not null then
    number := nextval('ledger_posting');
    transaction_id := ledger_transaction_id(at, number);
    transaction_no := ledger_transaction_no(at, number);
  end if;
end
$$;

-- A transaction has at least two lines, so only a third one can be too many.
drop trigger point_entry_line on point_entry;
drop function ledger_check_lines();
create function ledger_check_line() returns trigger language plpgsql as $$
begin
  if new.line_no > (select t.entry_count from point_transaction t where t.id = new.transaction_id) then
    raise exception 'a line beyond the lines of its transaction' using errcode = 'check_violation', constraint = 'point_entry_line';
  end if;
  return null;
end
$$;
create trigger point_entry_line after insert on point_entry for each row when (new.line_no > 2) execute function ledger_check_line();

-- I10, for lines that take something back.
drop trigger point_entry_return on point_entry;
drop function ledger_check_returns();
create function ledger_check_return() returns trigger language plpgsql as $$
declare
  original_points bigint := (select o.points from point_entry o where o.id = new.original_entry_id);
  returned numeric := (select sum(r.points) from point_entry r where r.original_entry_id = new.original_entry_id);
begin
  if original_points is null or sign(returned) = sign(original_points) or abs(returned) > abs(original_points) then
    raise exception 'more returned than posted' using errcode = 'check_violation', constraint = 'point_entry_return';
  end if;
  return null;
end
$$;
create trigger point_entry_return after insert on point_entry for each row when (new.original_entry_id is not null)
  execute function ledger_check_return();

create or replace function ledger_move_holders(holders jsonb) returns void language plpgsql volatile as $$
declare
  holder jsonb;
  moved point_account;
begin
  for place in 0 .. jsonb_array_length(holders) - 1 loop
    holder := holders -> place;
    update point_account a
    set balance = (holder ->> 'balance_after')::bigint,
      version = (holder ->> 'version_after')::bigint,
      lot_points = a.lot_points + (holder ->> 'lot_change')::bigint,
      owed_points = a.owed_points + (holder ->> 'owed_change')::bigint
    where a.id = (holder ->> 'account_id')::bigint
      and a.version = (holder ->> 'version_before')::bigint
      and (holder ->> 'floor' is null or (holder ->> 'balance_after')::bigint >= least((holder ->> 'floor')::bigint, a.balance))
    returning * into moved;
    if not found then
      raise exception 'a holder account changed while it was being posted' using errcode = 'serialization_failure';
    end if;
    if moved.class = 'PREPAID' then
      update company c set prepaid_balance = moved.balance where c.company_no = moved.owner_id;
    end if;
  end loop;
end
$$;

create or replace function ledger_entries(header point_transaction, lines jsonb) returns point_entry[] language plpgsql volatile as $$
declare
  entries point_entry[];
begin
  for attempt in 1..2 loop
    entries := array(
      select row(header.id + r.line_no, header.id, r.line_no,
        (select a.id from point_account a where a.class = r.account_class and a.owner_id = r.owner_id), r.account_class, r.points,
        r.company_no, r.retail_store_no, r.period_id, r.unit_price, r.component, r.component_code, r.original_entry_id, r.account_seq,
        r.balance_after, header.business_date, header.posted_at)::point_entry
      -- In the order of their numbers, as the server writes them.
      from jsonb_to_recordset(lines) as r (line_no int, account_class text, owner_id text, points bigint, company_no text,
        retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text, original_entry_id bigint,
        account_seq bigint, balance_after bigint));
    if not (select bool_or(e.account_id is null) from unnest(entries) as e) then
      exit;
    end if;
    perform ledger_ensure_accounts((
      select jsonb_agg(jsonb_build_object('class', l -> 'account_class', 'owner_id', l -> 'owner_id')) from jsonb_array_elements(lines) as l));
  end loop;
  return entries;
end
$$;

create or replace function ledger_write_lots(transaction_id bigint, posting jsonb) returns void language plpgsql volatile as $$
declare
  taken record;
begin
  if posting -> 'lots' <> '[]' then
    insert into point_lot (id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, remaining_points, effective_date,
      expire_date, origin_lot_id)
    select $1 + l.ref, l.account_id, $1, l.issuer_company_no, l.activity_code, l.issued_points, l.issued_points, l.effective_date,
      l.expire_date, l.origin_lot_id
    from jsonb_to_recordset(posting -> 'lots') as l (ref int, account_id bigint, issuer_company_no text, activity_code text,
      issued_points bigint, effective_date date, expire_date date, origin_lot_id bigint);
  end if;
  if posting -> 'allocations' = '[]' then
    return;
  end if;
  insert into lot_allocation (lot_id, transaction_id, entry_id, pending_point_id, points, allocation_kind)
  select coalesce(a.lot_id, $1 + a.lot_ref), $1, $1 + a.line_no, a.pending_id, a.points, a.kind
  from jsonb_to_recordset(posting -> 'allocations') as a (lot_id bigint, lot_ref int, line_no int, pending_id bigint, points bigint, kind text);
  for taken in
    select coalesce(a.lot_id, $1 + a.lot_ref) as lot_id, sum(a.points)::bigint as points
    from jsonb_to_recordset(posting -> 'allocations') as a (lot_id bigint, lot_ref int, points bigint)
    group by 1
  loop
    update point_lot l set remaining_points = l.remaining_points - taken.points where l.id = taken.lot_id;
    if not found then
      raise exception 'a lot to allocate does not exist' using errcode = 'foreign_key_violation';
    end if;
  end loop;
end
$$;

create or replace function ledger_write(postings jsonb)
returns table (transaction_id bigint, transaction_no text, pending_no text) language plpgsql volatile as $$
declare
  posting jsonb;
  header point_transaction;
  entries point_entry[];
  entry_texts text;
  number bigint;
  chain point_account;
begin
  for place in 0 .. jsonb_array_length(postings) - 1 loop
    posting := postings -> place;
    perform ledger_move_holders(posting -> 'holders');

    header := jsonb_populate_record(null::point_transaction, posting -> 'header');
    if header.id is null then
      number := nextval('ledger_posting');
      header.id := ledger_transaction_id(header.posted_at, number);
      header.transaction_no := ledger_transaction_no(header.posted_at, number);
    end if;
    header.entry_count := jsonb_array_length(posting -> 'entries');
    entries := ledger_entries(header, posting -> 'entries');

    select * into chain from point_account a
    where a.class = posting #>> '{chain,class}' and a.owner_id = posting #>> '{chain,owner_id}'
    for no key update;
    header.chain_account_id := chain.id;
    header.chain_seq := chain.chain_seq + 1;
    entry_texts := ledger_entry_text(entries[1]);
    for line in 2 .. header.entry_count loop
      entry_texts := entry_texts || E'\n' || ledger_entry_text(entries[line]);
    end loop;
    header.chain_hash := ledger_link(chain.chain_hash, ledger_digest(ledger_transaction_text(header), entry_texts));
    update point_account a set chain_seq = header.chain_seq, chain_hash = header.chain_hash where a.id = chain.id;

    insert into posting_source values (header.source, header.source_id, header.kind, header.id);
    insert into point_transaction select (header).*;
    insert into point_entry select * from unnest(entries);
    transaction_id := header.id;
    transaction_no := header.transaction_no;
    pending_no := null;
    if posting -> 'new_debt' <> 'null' or posting -> 'debt_changes' <> '[]' then
      pending_no := ledger_write_debts(header, posting);
    end if;
    if posting -> 'lots' <> '[]' or posting -> 'allocations' <> '[]' then
      perform ledger_write_lots(header.id, posting);
    end if;
    perform ledger_write_daily(header, entries);
    return next;
  end loop;
end
$$;
