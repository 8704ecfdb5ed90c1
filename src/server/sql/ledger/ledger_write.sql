-- Writes postings, all or nothing: single ones, those of many partner requests, and the thousands of the large demo data. A single posting
-- is a batch of one. The rows come as the server makes them (src/server/domain/points/post/ledgerRows.ts), each with the place of its
-- posting in the batch. Stored rows are found by keys, and hash chains are appended in the order of the places.
--
-- `ids`: ids of the postings by place; null: they get the next ids, which are returned. `wanted`: places of the postings to write; of
-- postings in the same chain all or none. Null: all, without a search for each row, which takes long in a list of thousands. With null
-- `ids` all are written.
-- `headers`: rows as in point_transaction, each with `chain_account_id` or, for postings without a holder, with class and owner of the
-- account whose chain they belong to. `chain_step`: 1 for the first posting of that chain in the batch; `is_chain_end`: the last one.
-- `new_chains`: accounts of chains that are not holders. `lines`, `lots`, `allocations`, `debt_changes`, `new_debts`: rows with the places
-- of their postings.
-- `moves`: changes of the holders with a chain in the batch, one row each, at the place of their last posting: from `version_before` to
-- `version` and `balance`; `lot_change` and `owed_change` are differences. `other_moves`: the other holders. `prepaid`: balances of
-- companies. Each of these may be null.
--
-- The planner has no statistics for JSON sets, and may believe that a table is still as small as when the connection planned. The settings
-- below force joins by keys, and hold for everything that this function calls. Forbidden plans get huge estimated costs, which would
-- trigger compilation, so jit is off too.
create function ledger_write(ids bigint[], wanted int[], headers json, lines json, new_chains json, moves json, other_moves json,
  prepaid json, lots json, allocations json, debt_changes json, new_debts json)
returns table (place int, transaction_id bigint, transaction_no text, pending_no text)
language plpgsql volatile set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  numbers text[];
begin
  if ids is null then
    select array_agg(ledger_transaction_id(n.posted_at, n.number) order by n.place),
      array_agg(ledger_transaction_no(n.posted_at, n.number) order by n.place), array_agg(n.place)
    into ids, numbers, wanted
    from (
      select h.place, h.posted_at, nextval('ledger_posting') as number from json_to_recordset(headers) as h (place int, posted_at timestamptz)
    ) n;
  end if;
  if new_chains is not null then
    perform ledger_hold_accounts(new_chains);
  end if;
  if moves is not null then
    perform ledger_hold_holders(moves, wanted);
  end if;

  with line as materialized (
    select l.place, row(ids[l.place] + l.line_no, ids[l.place], l.line_no,
      coalesce((select a.id from point_account a where a.class = l.account_class and a.owner_id = l.owner_id),
        ledger_account(l.account_class, l.owner_id)),
      l.account_class, l.points, l.company_no, l.retail_store_no, l.period_id, l.unit_price, l.component, l.component_code,
      l.original_entry_id, l.account_seq, l.balance_after, l.business_date, l.posted_at)::point_entry as e
    from json_to_recordset(lines) as l (place int, line_no int, account_class text, owner_id text, points bigint, company_no text,
      retail_store_no text, period_id bigint, unit_price numeric, component text, component_code text, original_entry_id bigint,
      account_seq bigint, balance_after bigint, business_date date, posted_at timestamptz)
    where wanted is null or l.place = any (wanted)
  ), content as (
    select l.place, string_agg(ledger_entry_text(l.e), E'\n' order by (l.e).line_no) as lines, count(*)::int as line_count
    from line l group by 1
  ), header as materialized (
    select h.place, row(ids[h.place], coalesce(h.transaction_no, numbers[h.place]), h.kind, h.business_at, h.business_date, h.posted_at,
        h.source, h.source_id, h.platform_no, h.external_txn_no, h.request_hash, h.company_no, h.retail_store_no, h.member_no,
        h.corporate_no, h.amount, h.payable_amount, h.payment_type, h.card_no, h.reward_point_id, h.rule_snapshot, h.activity_code,
        h.original_transaction_id, h.is_late_posted, h.remark, h.created_by, c.line_count, a.id,
        a.chain_seq + h.chain_step, null)::point_transaction as t,
      a.chain_hash as account_end, h.is_chain_end, c.lines
    from json_to_recordset(headers) as h (place int, transaction_no text, kind text, business_at timestamptz, business_date date,
      posted_at timestamptz, source text, source_id text, platform_no text, external_txn_no text, request_hash text, company_no text,
      retail_store_no text, member_no text, corporate_no text, amount bigint, payable_amount bigint, payment_type text, card_no text,
      reward_point_id bigint, rule_snapshot jsonb, activity_code text, original_transaction_id bigint, is_late_posted boolean, remark text,
      created_by text, chain_account_id bigint, chain_class text, chain_owner text, chain_step int, is_chain_end boolean)
    join content c on c.place = h.place
    join point_account a on a.id = coalesce(h.chain_account_id,
      (select b.id from point_account b where b.class = h.chain_class and b.owner_id = h.chain_owner))
  ), linked as materialized (
    select h.t, h.is_chain_end, ledger_chain(h.account_end, ledger_digest(ledger_transaction_text(h.t), h.lines))
      over (partition by (h.t).chain_account_id order by (h.t).chain_seq) as hash
    from header h
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
      from line l join header h on h.place = l.place
      group by 1, 2, 3, 4, 5, 6, (h.t).amount
    ) d
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (business_date, company_no, retail_store_no, account_class, kind, shard) do update
    set points = current.points + excluded.points,
      entry_count = current.entry_count + excluded.entry_count,
      amount = current.amount + excluded.amount
  ), late as (
    insert into company_daily_late (business_date)
    select distinct (h.t).business_date from header h where (h.t).business_date <= (select b.through from company_daily_built b)
  ), lot as (
    insert into point_lot (id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, remaining_points, effective_date,
      expire_date, origin_lot_id)
    select ids[l.place] + l.ref, l.account_id, ids[l.place], l.issuer_company_no, l.activity_code, l.issued_points, l.issued_points,
      l.effective_date, l.expire_date, l.origin_lot_id
    from json_to_recordset(lots) as l (place int, ref int, account_id bigint, issuer_company_no text, activity_code text,
      issued_points bigint, effective_date date, expire_date date, origin_lot_id bigint)
    where wanted is null or l.place = any (wanted)
  )
  update point_account a
  set chain_seq = (e.t).chain_seq, chain_hash = e.hash,
    balance = coalesce(m.balance, a.balance), version = coalesce(m.version, a.version),
    lot_points = a.lot_points + coalesce(m.lot_change, 0), owed_points = a.owed_points + coalesce(m.owed_change, 0)
  from linked e
  left join json_to_recordset(moves) as m (account_id bigint, version bigint, balance bigint, lot_change bigint, owed_change bigint)
    on m.account_id = (e.t).chain_account_id
  where e.is_chain_end and a.id = (e.t).chain_account_id;

  if other_moves is not null then
    perform ledger_hold_holders(other_moves, wanted);
    update point_account a
    set balance = m.balance, version = m.version, lot_points = a.lot_points + m.lot_change, owed_points = a.owed_points + m.owed_change
    from json_to_recordset(other_moves) as m (place int, account_id bigint, version bigint, balance bigint, lot_change bigint,
      owed_change bigint)
    where a.id = m.account_id and (wanted is null or m.place = any (wanted));
  end if;
  if prepaid is not null then
    update company c set prepaid_balance = p.balance
    from json_to_recordset(prepaid) as p (place int, company_no text, balance bigint)
    where c.company_no = p.company_no and (wanted is null or p.place = any (wanted));
  end if;
  if debt_changes is not null or new_debts is not null then
    perform ledger_write_debts(ids, wanted, coalesce(debt_changes, '[]'), coalesce(new_debts, '[]'));
  end if;
  if allocations is not null then
    perform ledger_allocate(ids, wanted, allocations);
  end if;
  if numbers is not null then
    return query
      select w.place, ids[w.place], numbers[w.place],
        case when new_debts is not null then (select p.pending_no from member_pending_point p where p.id = ids[w.place] + 1) end
      from unnest(wanted) as w (place);
  end if;
end
$$;
