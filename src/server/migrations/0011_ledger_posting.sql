-- How postings are locked, written and guarded (domain 2.4, 2.5). The server decides what to post (src/server/domain/points); these
-- functions write it in one round trip, and the triggers hold the invariants whoever writes.

-- Month since 2020 | 31 bits of the sequence | 12 bits for the lines of the posting: ordered by month, exact in JSON until 2105.
create function ledger_transaction_id(posted_at timestamptz, number bigint) returns bigint language sql immutable as $$
  select (((extract(year from local_time)::bigint - 2020) * 12 + extract(month from local_time)::bigint - 1) << 43)
    | ((number & 2147483647) << 12)
  from (select posted_at at time zone 'Asia/Taipei' as local_time) as shifted
$$;

-- What the hash chain covers. Every stored column, in a form that no session setting changes.
create function ledger_transaction_text(t point_transaction) returns text language sql stable as $$
  select jsonb_build_array(t.id, t.transaction_no, t.kind, extract(epoch from t.business_at), t.business_date, extract(epoch from t.posted_at),
    t.source, t.source_id, t.platform_no, t.external_txn_no, t.request_hash, t.company_no, t.retail_store_no, t.member_no, t.corporate_no,
    t.amount, t.payable_amount, t.payment_type, t.card_no, t.reward_point_id, t.rule_snapshot, t.activity_code, t.original_transaction_id,
    t.is_late_posted, t.remark, t.created_by, t.entry_count, t.chain_account_id, t.chain_seq)::text
$$;

create function ledger_entry_text(e point_entry) returns text language sql stable as $$
  select jsonb_build_array(e.id, e.account_id, e.account_class, e.points, e.company_no, e.retail_store_no, e.period_id, e.unit_price,
    e.component, e.component_code, e.original_entry_id, e.account_seq, e.balance_after)::text
$$;

create function ledger_link(previous bytea, transaction_text text, entry_texts text) returns bytea language sql immutable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(transaction_text || E'\n' || entry_texts, 'UTF8'))
$$;

-- Makes missing accounts. Sorted, so that two postings that need the same new accounts do not wait for each other in a circle.
create function ledger_ensure_accounts(wanted jsonb) returns void language sql volatile as $$
  insert into point_account (class, owner_id, balance, lot_points, owed_points)
  select w.class, w.owner_id, case when holder_class(w.class) then 0 end,
    case when w.class in ('MEMBER', 'CORP') then 0 end, case when w.class in ('MEMBER', 'CORP') then 0 end
  from (select distinct class, owner_id from jsonb_to_recordset(wanted) as r (class text, owner_id text)) w
  where not exists (select from point_account a where a.class = w.class and a.owner_id = w.owner_id)
  order by w.class, w.owner_id
  on conflict do nothing
$$;

-- Locks holder accounts in ascending id and returns them as they are now (2.5 step 4).
create function ledger_lock_holders(wanted jsonb) returns setof point_account language plpgsql volatile as $$
begin
  perform ledger_ensure_accounts(wanted);
  return query
    select a.* from point_account a
    where (a.class, a.owner_id) in (select r.class, r.owner_id from jsonb_to_recordset(wanted) as r (class text, owner_id text))
    order by a.id
    for update;
end
$$;

-- The holder accounts of one posting move exactly from what was read to what was decided, or nothing is posted.
create function ledger_move_holders(holders jsonb) returns void language plpgsql volatile as $$
declare
  moved int;
begin
  update point_account a
  set balance = h.balance_after,
    version = h.version_after,
    lot_points = a.lot_points + h.lot_change,
    owed_points = a.owed_points + h.owed_change
  from jsonb_to_recordset(holders) as h (account_id bigint, version_before bigint, version_after bigint, balance_after bigint,
    lot_change bigint, owed_change bigint, floor bigint)
  where a.id = h.account_id
    and a.version = h.version_before
    and (h.floor is null or h.balance_after >= least(h.floor, a.balance));
  get diagnostics moved = row_count;
  if moved <> jsonb_array_length(holders) then
    raise exception 'a holder account changed while it was being posted' using errcode = 'serialization_failure';
  end if;
  update company c set prepaid_balance = a.balance
  from point_account a, jsonb_to_recordset(holders) as h (account_id bigint)
  where a.id = h.account_id and a.class = 'PREPAID' and c.company_no = a.owner_id;
end
$$;

create function ledger_write_lots(transaction_id bigint, posting jsonb) returns void language plpgsql volatile as $$
declare
  wanted int;
  moved int;
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

  with taken as (
    select coalesce(a.lot_id, $1 + a.lot_ref) as lot_id, sum(a.points) as points
    from jsonb_to_recordset(posting -> 'allocations') as a (lot_id bigint, lot_ref int, points bigint)
    group by 1
  ), changed as (
    update point_lot l set remaining_points = l.remaining_points - t.points from taken t where l.id = t.lot_id returning 1
  )
  select (select count(*) from taken), (select count(*) from changed) into wanted, moved;
  if moved <> wanted then
    raise exception 'a lot to allocate does not exist' using errcode = 'foreign_key_violation';
  end if;
end
$$;

create function ledger_write_debts(header point_transaction, posting jsonb) returns text language plpgsql volatile as $$
declare
  wanted int;
  moved int;
  new_no text;
begin
  with change as (
    select c.pending_id, sum(c.repaid) as repaid, sum(c.written_off) as written_off
    from jsonb_to_recordset(posting -> 'debt_changes') as c (pending_id bigint, repaid bigint, written_off bigint)
    group by 1
  ), changed as (
    update member_pending_point p
    set repaid_points = p.repaid_points + c.repaid,
      written_off_points = p.written_off_points + c.written_off,
      status = case
        when p.outstanding_points > c.repaid + c.written_off then case when p.status = '4' then '4' else '2' end
        when c.written_off > 0 then '5'
        else '3'
      end,
      row_version = p.row_version + 1,
      updated_by = header.created_by,
      updated_at = header.posted_at
    from change c
    where p.id = c.pending_id
    returning 1
  )
  select (select count(*) from change), (select count(*) from changed) into wanted, moved;
  if moved <> wanted then
    raise exception 'a debt to repay does not exist' using errcode = 'foreign_key_violation';
  end if;
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

create sequence ledger_debt;

create function ledger_write_daily(header point_transaction, entries point_entry[]) returns void language sql volatile as $$
  insert into account_daily as current (business_date, company_no, retail_store_no, account_class, kind, shard, points, entry_count, amount)
  select header.business_date, coalesce(e.company_no, 'C000000'), coalesce(e.retail_store_no, ''), e.account_class, header.kind,
    pg_backend_pid() % 16, sum(e.points), count(*), coalesce(header.amount, 0)
  from unnest(entries) as e
  group by 2, 3, 4
  order by 2, 3, 4
  on conflict (business_date, company_no, retail_store_no, account_class, kind, shard) do update
  set points = current.points + excluded.points,
    entry_count = current.entry_count + excluded.entry_count,
    amount = current.amount + excluded.amount
$$;

-- Writes decided postings, in order, whole or not at all. `postings`: see src/server/domain/points/post/payload.ts.
create function ledger_write(postings jsonb)
returns table (transaction_id bigint, transaction_no text, pending_no text) language plpgsql volatile as $$
declare
  posting jsonb;
  header point_transaction;
  entries point_entry[];
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

    select array_agg(row(header.id + r.line_no, header.id, r.line_no, a.id, r.account_class, r.points, r.company_no, r.retail_store_no,
      r.period_id, r.unit_price, r.component, r.component_code, r.original_entry_id, r.account_seq, r.balance_after, header.business_date,
      header.posted_at)::point_entry order by r.line_no)
    into entries
    from jsonb_to_recordset(posting -> 'entries') as r (line_no int, account_class text, owner_id text, points bigint, company_no text,
      retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text, original_entry_id bigint,
      account_seq bigint, balance_after bigint)
    join point_account a on a.class = r.account_class and a.owner_id = r.owner_id;

    header.chain_hash := ledger_link(chain.chain_hash, ledger_transaction_text(header),
      (select string_agg(ledger_entry_text(e), E'\n' order by e.line_no) from unnest(entries) as e));
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

-- I1: at COMMIT each transaction has exactly its lines, and they sum to zero.
create function ledger_check_transaction() returns trigger language plpgsql as $$
declare
  line_count int;
  total numeric;
begin
  select count(*), coalesce(sum(e.points), 0) into line_count, total from point_entry e where e.transaction_id = new.id;
  if line_count <> new.entry_count or total <> 0 then
    raise exception 'transaction % does not balance: % of % lines, sum %', new.transaction_no, line_count, new.entry_count, total
      using errcode = 'check_violation', constraint = 'point_transaction_balance';
  end if;
  return null;
end
$$;
create constraint trigger point_transaction_balance after insert on point_transaction deferrable initially deferred
  for each row execute function ledger_check_transaction();

-- With the check above, no line can be added to a transaction later: all its numbers are taken.
create function ledger_check_lines() returns trigger language plpgsql as $$
begin
  if exists (select from added a join point_transaction t on t.id = a.transaction_id where a.line_no > t.entry_count) then
    raise exception 'a line beyond the lines of its transaction' using errcode = 'check_violation', constraint = 'point_entry_line';
  end if;
  return null;
end
$$;
create trigger point_entry_line after insert on point_entry referencing new table as added
  for each statement execute function ledger_check_lines();

-- I9: the period is open, of the right company and stream, and stays open until this transaction has ended (FOR SHARE).
create function ledger_check_periods() returns trigger language plpgsql as $$
declare
  wanted int;
  found_open int;
begin
  select count(distinct a.period_id) into wanted from added a where a.period_id is not null;
  if wanted = 0 then
    return null;
  end if;
  perform from company_period p
  where p.id in (select a.period_id from added a where a.period_id is not null) and p.status = '1'
  for share;
  get diagnostics found_open = row_count;
  if found_open <> wanted then
    raise exception 'a closed or unknown period' using errcode = 'check_violation', constraint = 'point_entry_open_period';
  end if;
  if exists (
    select from added a join company_period p on p.id = a.period_id
    where a.company_no <> p.company_no
      or p.stream <> all (case
        when a.account_class = 'PAYG' then array['PAYG', 'BANK']
        when a.account_class in ('DEDUCT', 'CONVIN', 'CONVOUT') then array['MONTH', 'BANK']
        else array['MONTH'] end)
  ) then
    raise exception 'a period of another company or stream' using errcode = 'check_violation', constraint = 'point_entry_period_owner';
  end if;
  return null;
end
$$;
create trigger point_entry_open_period after insert on point_entry referencing new table as added
  for each statement execute function ledger_check_periods();

-- I10: what was taken back of a leg has its opposite sign and is at most the leg. Returns of one original wait for each other on its holder.
create function ledger_check_returns() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct a.original_entry_id from added a where a.original_entry_id is not null) as touched
    left join point_entry o on o.id = touched.original_entry_id
    left join lateral (select sum(r.points) as points from point_entry r where r.original_entry_id = o.id) as returned on true
    where o.id is null or sign(returned.points) = sign(o.points) or abs(returned.points) > abs(o.points)
  ) then
    raise exception 'more returned than posted' using errcode = 'check_violation', constraint = 'point_entry_return';
  end if;
  return null;
end
$$;
create trigger point_entry_return after insert on point_entry referencing new table as added
  for each statement execute function ledger_check_returns();

-- I7.
create trigger point_transaction_insert_only before update or delete on point_transaction for each row execute function insert_only();
create trigger point_entry_insert_only before update or delete on point_entry for each row execute function insert_only();
create trigger lot_allocation_insert_only before update or delete on lot_allocation for each row execute function insert_only();
create trigger posting_source_insert_only before update or delete on posting_source for each row execute function insert_only();
create trigger goods_return_insert_only before update or delete on goods_return for each row execute function insert_only();
create trigger point_transaction_kept before truncate on point_transaction for each statement execute function insert_only();
create trigger point_entry_kept before truncate on point_entry for each statement execute function insert_only();
create trigger lot_allocation_kept before truncate on lot_allocation for each statement execute function insert_only();
create trigger posting_source_kept before truncate on posting_source for each statement execute function insert_only();
create trigger point_lot_fixed before delete
  or update of id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, effective_date, expire_date, origin_lot_id
  on point_lot for each row execute function insert_only();
create trigger partner_idempotency_kept before delete or update of platform_no, external_txn_no, kind, request_hash, created_at
  on partner_idempotency for each row execute function insert_only();
