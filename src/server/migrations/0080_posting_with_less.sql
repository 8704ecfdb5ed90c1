-- What a posting costs is mostly the start of small statements and of constraints: the functions of 0012 with fewer of both.

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

create function ledger_transaction_no(posted_at timestamptz, number bigint) returns text language plpgsql immutable as $$
begin
  return 'T' || to_char(posted_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((number % 1000000000)::text, 9, '0');
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

-- A posting may bring its number (`header.id`, `transaction_no`).
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
