-- The functions of 0011 again, so that a posting costs the same in a large ledger as in a small one. Rows are found one by one by their
-- keys: sets that come as JSON or as transition tables have no statistics, and a join with them reads whole tables. PL/pgSQL keeps its
-- plans where SQL functions plan at every call. The hash chain links digests of records: faster to make and to check than texts of JSON.

create or replace function ledger_transaction_id(posted_at timestamptz, number bigint) returns bigint language plpgsql immutable as $$
declare
  local_time timestamp := posted_at at time zone 'Asia/Taipei';
begin
  return (((extract(year from local_time)::bigint - 2020) * 12 + extract(month from local_time)::bigint - 1) << 43)
    | ((number & 2147483647) << 12);
end
$$;

create or replace function ledger_transaction_text(t point_transaction) returns text language sql stable as $$
  select row(t.id, t.transaction_no, t.kind, extract(epoch from t.business_at), t.business_date - date '2000-01-01',
    extract(epoch from t.posted_at), t.source, t.source_id, t.platform_no, t.external_txn_no, t.request_hash, t.company_no,
    t.retail_store_no, t.member_no, t.corporate_no, t.amount, t.payable_amount, t.payment_type, t.card_no, t.reward_point_id,
    t.rule_snapshot, t.activity_code, t.original_transaction_id, t.is_late_posted, t.remark, t.created_by, t.entry_count,
    t.chain_account_id, t.chain_seq)::text
$$;

create or replace function ledger_entry_text(e point_entry) returns text language sql stable as $$
  select row(e.id, e.account_id, e.account_class, e.points, e.company_no, e.retail_store_no, e.period_id, e.unit_price, e.component,
    e.component_code, e.original_entry_id, e.account_seq, e.balance_after)::text
$$;

-- What a transaction adds to its chain: header and lines.
-- Stable like convert_to, so that it is inlined where it is computed for every row.
create function ledger_digest(transaction_text text, entry_texts text) returns bytea language sql stable as $$
  select sha256(convert_to(transaction_text || E'\n' || entry_texts, 'UTF8'))
$$;

drop function ledger_link(bytea, text, text);
create function ledger_link(previous bytea, digest bytea) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || digest)
$$;

-- Makes missing accounts. Sorted, so that two postings that need the same new accounts do not wait for each other in a circle.
create or replace function ledger_ensure_accounts(wanted jsonb) returns void language plpgsql volatile as $$
declare
  account record;
begin
  for account in select distinct r.class, r.owner_id from jsonb_to_recordset(wanted) as r (class text, owner_id text) order by 1, 2 loop
    if not exists (select from point_account a where a.class = account.class and a.owner_id = account.owner_id) then
      insert into point_account (class, owner_id, balance, lot_points, owed_points)
      values (account.class, account.owner_id, case when holder_class(account.class) then 0 end,
        case when account.class in ('MEMBER', 'CORP') then 0 end, case when account.class in ('MEMBER', 'CORP') then 0 end)
      on conflict do nothing;
    end if;
  end loop;
end
$$;

create or replace function ledger_lock_holders(wanted jsonb) returns setof point_account language plpgsql volatile as $$
declare
  ids bigint[];
begin
  perform ledger_ensure_accounts(wanted);
  ids := array(
    select (select a.id from point_account a where a.class = r.class and a.owner_id = r.owner_id)
    from jsonb_to_recordset(wanted) as r (class text, owner_id text));
  return query select a.* from point_account a where a.id = any (ids) order by a.id for update;
end
$$;

create or replace function ledger_move_holders(holders jsonb) returns void language plpgsql volatile as $$
declare
  holder record;
  moved point_account;
begin
  for holder in
    select * from jsonb_to_recordset(holders) as h (account_id bigint, version_before bigint, version_after bigint, balance_after bigint,
      lot_change bigint, owed_change bigint, floor bigint)
  loop
    update point_account a
    set balance = holder.balance_after,
      version = holder.version_after,
      lot_points = a.lot_points + holder.lot_change,
      owed_points = a.owed_points + holder.owed_change
    where a.id = holder.account_id
      and a.version = holder.version_before
      and (holder.floor is null or holder.balance_after >= least(holder.floor, a.balance))
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

create or replace function ledger_write_lots(transaction_id bigint, posting jsonb) returns void language plpgsql volatile as $$
declare
  taken record;
begin
  insert into point_lot (id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, remaining_points, effective_date,
    expire_date, origin_lot_id)
  select $1 + l.ref, l.account_id, $1, l.issuer_company_no, l.activity_code, l.issued_points, l.issued_points, l.effective_date,
    l.expire_date, l.origin_lot_id
  from jsonb_to_recordset(posting -> 'lots') as l (ref int, account_id bigint, issuer_company_no text, activity_code text,
    issued_points bigint, effective_date date, expire_date date, origin_lot_id bigint);

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

create or replace function ledger_write_debts(header point_transaction, posting jsonb) returns text language plpgsql volatile as $$
declare
  change record;
  new_no text;
begin
  for change in
    select c.pending_id, sum(c.repaid)::bigint as repaid, sum(c.written_off)::bigint as written_off
    from jsonb_to_recordset(posting -> 'debt_changes') as c (pending_id bigint, repaid bigint, written_off bigint)
    group by 1
  loop
    update member_pending_point p
    set repaid_points = p.repaid_points + change.repaid,
      written_off_points = p.written_off_points + change.written_off,
      status = case
        when p.outstanding_points > change.repaid + change.written_off then case when p.status = '4' then '4' else '2' end
        when change.written_off > 0 then '5'
        else '3'
      end,
      row_version = p.row_version + 1,
      updated_by = header.created_by,
      updated_at = header.posted_at
    where p.id = change.pending_id;
    if not found then
      raise exception 'a debt to repay does not exist' using errcode = 'foreign_key_violation';
    end if;
  end loop;
  if jsonb_typeof(posting -> 'new_debt') = 'object' then
    new_no := 'NP' || to_char(header.posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((nextval('ledger_debt') % 100000)::text, 5, '0');
    insert into member_pending_point (id, pending_no, account_id, member_no, company_no, retail_store_no, transaction_id,
      original_transaction_id, pending_points, created_by, created_at)
    select header.id + 1, new_no, d.account_id, header.member_no, d.company_no, header.retail_store_no, header.id,
      header.original_transaction_id, d.points, header.created_by, header.posted_at
    from jsonb_to_record(posting -> 'new_debt') as d (account_id bigint, company_no text, points bigint);
  end if;
  return new_no;
end
$$;

create or replace function ledger_write_daily(header point_transaction, entries point_entry[]) returns void language plpgsql volatile as $$
begin
  insert into account_daily as current (business_date, company_no, retail_store_no, account_class, kind, shard, points, entry_count, amount)
  select header.business_date, coalesce(e.company_no, 'C000000'), coalesce(e.retail_store_no, ''), e.account_class, header.kind,
    pg_backend_pid() % 16, sum(e.points), count(*), coalesce(header.amount, 0)
  from unnest(entries) as e
  group by 2, 3, 4
  order by 2, 3, 4
  on conflict (business_date, company_no, retail_store_no, account_class, kind, shard) do update
  set points = current.points + excluded.points,
    entry_count = current.entry_count + excluded.entry_count,
    amount = current.amount + excluded.amount;
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
  perform ledger_ensure_accounts((
    select jsonb_agg(jsonb_build_object('class', e -> 'account_class', 'owner_id', e -> 'owner_id'))
    from jsonb_array_elements(postings) as p, jsonb_array_elements(p -> 'entries') as e));

  for posting in select value from jsonb_array_elements(postings) loop
    perform ledger_move_holders(posting -> 'holders');

    header := jsonb_populate_record(null::point_transaction, posting -> 'header');
    number := nextval('ledger_posting');
    header.id := ledger_transaction_id(header.posted_at, number);
    header.transaction_no := 'T' || to_char(header.posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((number % 1000000000)::text, 9, '0');
    header.entry_count := jsonb_array_length(posting -> 'entries');
    select * into chain from point_account a
    where a.class = posting #>> '{chain,class}' and a.owner_id = posting #>> '{chain,owner_id}'
    for update;
    header.chain_account_id := chain.id;
    header.chain_seq := chain.chain_seq + 1;

    entries := array(
      select row(header.id + r.line_no, header.id, r.line_no,
        (select a.id from point_account a where a.class = r.account_class and a.owner_id = r.owner_id), r.account_class, r.points,
        r.company_no, r.retail_store_no, r.period_id, r.unit_price, r.component, r.component_code, r.original_entry_id, r.account_seq,
        r.balance_after, header.business_date, header.posted_at)::point_entry
      from jsonb_to_recordset(posting -> 'entries') as r (line_no int, account_class text, owner_id text, points bigint, company_no text,
        retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text, original_entry_id bigint,
        account_seq bigint, balance_after bigint)
      order by r.line_no);
    select string_agg(ledger_entry_text(e), E'\n' order by e.line_no) into entry_texts from unnest(entries) as e;
    header.chain_hash := ledger_link(chain.chain_hash, ledger_digest(ledger_transaction_text(header), entry_texts));
    update point_account a set chain_seq = header.chain_seq, chain_hash = header.chain_hash where a.id = chain.id;

    insert into posting_source values (header.source, header.source_id, header.kind, header.id);
    insert into point_transaction select (header).*;
    insert into point_entry select * from unnest(entries);
    transaction_id := header.id;
    transaction_no := header.transaction_no;
    pending_no := ledger_write_debts(header, posting);
    perform ledger_write_lots(header.id, posting);
    perform ledger_write_daily(header, entries);
    return next;
  end loop;
end
$$;

create or replace function ledger_check_lines() returns trigger language plpgsql as $$
declare
  lines record;
begin
  for lines in select a.transaction_id, max(a.line_no) as last_line from added a group by 1 loop
    if lines.last_line > (select t.entry_count from point_transaction t where t.id = lines.transaction_id) then
      raise exception 'a line beyond the lines of its transaction' using errcode = 'check_violation', constraint = 'point_entry_line';
    end if;
  end loop;
  return null;
end
$$;

create or replace function ledger_check_periods() returns trigger language plpgsql as $$
declare
  line record;
  period company_period;
begin
  for line in
    select distinct a.period_id, a.company_no, a.account_class from added a where a.period_id is not null order by a.period_id
  loop
    select * into period from company_period p where p.id = line.period_id and p.status = '1' for share;
    if not found then
      raise exception 'a closed or unknown period' using errcode = 'check_violation', constraint = 'point_entry_open_period';
    end if;
    if line.company_no <> period.company_no or period.stream <> all (case
      when line.account_class = 'PAYG' then array['PAYG', 'BANK']
      when line.account_class in ('DEDUCT', 'CONVIN', 'CONVOUT') then array['MONTH', 'BANK']
      else array['MONTH'] end)
    then
      raise exception 'a period of another company or stream' using errcode = 'check_violation', constraint = 'point_entry_period_owner';
    end if;
  end loop;
  return null;
end
$$;

create or replace function ledger_check_returns() returns trigger language plpgsql as $$
declare
  original_id bigint;
  original_points bigint;
  returned numeric;
begin
  for original_id in select distinct a.original_entry_id from added a where a.original_entry_id is not null loop
    original_points := (select o.points from point_entry o where o.id = original_id);
    returned := (select sum(r.points) from point_entry r where r.original_entry_id = original_id);
    if original_points is null or sign(returned) = sign(original_points) or abs(returned) > abs(original_points) then
      raise exception 'more returned than posted' using errcode = 'check_violation', constraint = 'point_entry_return';
    end if;
  end loop;
  return null;
end
$$;

-- Status, lots with points left and debts (oldest first) of a member or corporate member; `before`: only lots that expire before it.
create function ledger_read_holder(account bigint, owner_id text, before date)
returns table (status text, lots jsonb, debts jsonb) language plpgsql stable as $$
begin
  return query select
    (select m.status from member m where m.member_no = $2),
    (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'issuerCompanyNo', l.issuer_company_no, 'activityCode', l.activity_code,
        'remainingPoints', l.remaining_points, 'effectiveDate', l.effective_date, 'expireDate', l.expire_date)), '[]')
      from point_lot l where l.account_id = $1 and l.remaining_points > 0 and l.expire_date < coalesce($3, date 'infinity')),
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'points', p.outstanding_points) order by p.created_at, p.id), '[]')
      from member_pending_point p where p.account_id = $1 and p.outstanding_points > 0);
end
$$;

-- What verify computes for every row may be shared among the workers of a server.
alter function holder_class(text) parallel safe;
alter function billing_class(text, text) parallel safe;
alter function ledger_transaction_text(point_transaction) parallel safe;
alter function ledger_entry_text(point_entry) parallel safe;
alter function ledger_digest(text, text) parallel safe;
alter function ledger_link(bytea, bytea) parallel safe;
