-- Postings of partners in two round trips (domain 2.5, 8). One brings all that decides a call, without a lock; the other claims the
-- number of the request, writes the posting and keeps the answer, in one transaction of its own. What was read of the member holds for
-- as long as the version of the account does, and `ledger_move_holders` compares it under the row lock: whoever comes second writes
-- nothing, and is posted the long way, with locks from the beginning (src/server/domain/points/post/draft.ts).

-- Same rules, same names. A call of a function in CHECK is parsed and inlined anew by every statement that writes to the table.
alter table point_account
  drop constraint point_account_holder,
  add constraint point_account_holder check ((class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')) = (balance is not null));
alter table point_entry
  drop constraint point_entry_holder,
  add constraint point_entry_holder check (
    (account_class in ('MEMBER', 'CORP', 'SERIAL', 'PREPAID')) = (account_seq is not null and balance_after is not null)),
  drop constraint point_entry_period,
  add constraint point_entry_period check (
    (account_class in ('AWARD', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'PREPAID')
      or (account_class = 'WRITEOFF' and company_no is not null and company_no <> 'C000000')) = (period_id is not null));

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

-- All that decides a sale or a redeem, as of one moment (stable: the snapshot of the caller). `is_credit`: reward settings are wanted,
-- and of the lots only those past their day.
create function partner_read(platform text, external_no text, txn_kind text, company text, store_code text, terminal text,
  wanted_member text, wanted_mobile text, wanted_card text, business_day date, today date, is_credit boolean,
  out answered json, out facts json, out terms json, out account json, out holder json, out periods json, out found_member text)
language plpgsql stable as $$
declare
  fact record;
  member_account point_account;
begin
  answered := (
    select json_build_object('requestHash', i.request_hash, 'response', i.response)
    from partner_idempotency i where i.platform_no = platform and i.external_txn_no = external_no and i.kind = txn_kind);
  if answered is not null then
    return;
  end if;
  select * into fact from partner_facts(company, store_code, terminal, wanted_member, wanted_mobile, wanted_card,
    case when is_credit then business_day end);
  if fact.company_no is null then
    return;
  end if;
  facts := to_json(fact);
  found_member := fact.member_no;
  terms := (select to_json(t) from company_terms(company) t);
  periods := (
    select json_agg(json_build_object('id', p.id, 'stream', p.stream, 'status', p.status))
    from company_period p where p.company_no = company and business_day between p.start_date and p.end_date);
  select * into member_account from point_account a where a.class = 'MEMBER' and a.owner_id = found_member;
  if found then
    account := json_build_object('accountId', member_account.id, 'balance', member_account.balance, 'version', member_account.version);
    holder := (select to_json(h) from ledger_read_holder(member_account.id, found_member, case when is_credit then today end) h);
  end if;
end
$$;

-- `partner_read`, and `partner_admit`, which decides whether any of it is told; with the number of the posting that may follow. A number
-- that is not used is lost, as with a posting that is rolled back.
create function partner_open(platform text, known_version int, call_nonce text, at timestamptz, calls_max int, external_no text,
  txn_kind text, company text, store_code text, terminal text, wanted_member text, wanted_mobile text, wanted_card text,
  business_day date, today date, is_credit boolean,
  out outcome text, out calls int, out answered json, out facts json, out terms json, out account json, out holder json, out periods json,
  out transaction_id bigint, out transaction_no text)
language plpgsql volatile as $$
declare
  brought record;
  number bigint;
begin
  for attempt in 1..2 loop
    select * into brought from partner_read(platform, external_no, txn_kind, company, store_code, terminal, wanted_member, wanted_mobile,
      wanted_card, business_day, today, is_credit);
    exit when brought.account is not null or brought.found_member is null;
    -- A member's first points.
    perform ledger_ensure_accounts(jsonb_build_array(jsonb_build_object('class', 'MEMBER', 'owner_id', brought.found_member)));
  end loop;
  -- Last, because all calls of a platform wait for each other from its count to the commit.
  select a.outcome, a.calls into outcome, calls from partner_admit(platform, known_version, call_nonce, at, calls_max) a;
  if outcome <> 'admitted' then
    return;
  end if;
  answered := brought.answered;
  facts := brought.facts;
  terms := brought.terms;
  account := brought.account;
  holder := brought.holder;
  periods := brought.periods;
  if account is not null then
    number := nextval('ledger_posting');
    transaction_id := ledger_transaction_id(at, number);
    transaction_no := ledger_transaction_no(at, number);
  end if;
end
$$;

create function ledger_transaction_no(posted_at timestamptz, number bigint) returns text language plpgsql immutable as $$
begin
  return 'T' || to_char(posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((number % 1000000000)::text, 9, '0');
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

-- Answers a request of a partner for the first time: its number, what it posts (null: nothing) and what else it leaves. Fails as a whole
-- when the number is taken (unique_violation), when the member was posted to meanwhile (serialization_failure), or when the period was
-- closed (point_entry_open_period).
-- `sale`: row of partner_sale without its key; `events`: [{event, jobName, runAt, askLock}].
create function partner_answer(platform text, external_no text, txn_kind text, hash text, at timestamptz, posted_id bigint, answer jsonb,
  postings jsonb, sale jsonb, events jsonb) returns void
language plpgsql volatile as $$
begin
  insert into partner_idempotency (platform_no, external_txn_no, kind, request_hash, transaction_id, response, created_at)
  values (platform, external_no, txn_kind, hash, posted_id, answer, at);
  if postings is not null then
    perform ledger_write(postings);
  end if;
  if sale is not null then
    insert into partner_sale (transaction_id, terminal_id, sent_points, payments)
    values (posted_id, sale ->> 'terminalId', (sale ->> 'sentPoints')::bigint, sale -> 'payments');
  end if;
  if events is not null then
    perform anomaly_leave_event(e -> 'event', e ->> 'jobName', (e ->> 'runAt')::timestamptz, (e ->> 'askLock')::bigint)
    from jsonb_array_elements(events) as e;
  end if;
end
$$;

-- As in 0012, with less work for what most postings do not have. A posting may bring its number (`header.id`, `transaction_no`).
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
  for posting in select value from jsonb_array_elements(postings) loop
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
    for update;
    header.chain_account_id := chain.id;
    header.chain_seq := chain.chain_seq + 1;
    select string_agg(ledger_entry_text(e), E'\n' order by e.line_no) into entry_texts from unnest(entries) as e;
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

-- The lines of a posting as rows; makes accounts that are missing.
create function ledger_entries(header point_transaction, lines jsonb) returns point_entry[] language plpgsql volatile as $$
declare
  entries point_entry[];
begin
  for attempt in 1..2 loop
    entries := array(
      select row(header.id + r.line_no, header.id, r.line_no,
        (select a.id from point_account a where a.class = r.account_class and a.owner_id = r.owner_id), r.account_class, r.points,
        r.company_no, r.retail_store_no, r.period_id, r.unit_price, r.component, r.component_code, r.original_entry_id, r.account_seq,
        r.balance_after, header.business_date, header.posted_at)::point_entry
      from jsonb_to_recordset(lines) as r (line_no int, account_class text, owner_id text, points bigint, company_no text,
        retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text, original_entry_id bigint,
        account_seq bigint, balance_after bigint)
      order by r.line_no);
    exit when not exists (select from unnest(entries) as e where e.account_id is null);
    perform ledger_ensure_accounts((
      select jsonb_agg(jsonb_build_object('class', l -> 'account_class', 'owner_id', l -> 'owner_id')) from jsonb_array_elements(lines) as l));
  end loop;
  return entries;
end
$$;
