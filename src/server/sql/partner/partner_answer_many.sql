-- Answers requests of partners for the first time: claims their numbers, writes their postings and everything else that they store. Returns
-- the places (from 1) of the answered requests. The others were overtaken by concurrent postings and stored nothing (see
-- `partner_claim_many`). Any other error fails the whole batch, and the server then sends its postings one by one
-- (src/server/platform/batches.ts).
--
-- `accounts`, `versions`, `posted`: one value per request; null when it posts nothing. `periods`: of all entries, without duplicates.
-- `headers` to `new_debts`: see `ledger_write`; places are those of the requests. `sales`: rows of partner_sale and partner_pointless_sale
-- with the places of their requests. `events`: [{place, event, jobName, runAt, askLock}].
--
-- For the settings see `ledger_write`.
create function partner_answer_many(requests json, accounts bigint[], versions bigint[], posted bigint[], periods bigint[], headers json,
  lines json, new_chains json, moves json, other_moves json, prepaid json, lots json, allocations json, debt_changes json, new_debts json,
  sales json, events json) returns int[]
language plpgsql volatile set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
declare
  answered int[] := partner_claim_many(requests, accounts, versions, posted, periods, lines);
  written int[] := array(select p.place from unnest(answered) as p (place) where posted[p.place] is not null);
begin
  if cardinality(written) > 0 then
    perform from ledger_write(posted, written, headers, lines, new_chains, moves, other_moves, prepaid, lots, allocations, debt_changes,
      new_debts);
  end if;
  if sales is not null then
    insert into partner_sale (transaction_id, terminal_id, sent_points, payments)
    select s.transaction_id, s.terminal_id, s.sent_points, s.payments
    from json_to_recordset(sales) as s (place int, transaction_id bigint, terminal_id text, sent_points bigint, payments jsonb)
    where s.place = any (written) and s.transaction_id is not null;
    insert into partner_pointless_sale (platform_no, external_txn_no, company_no, amount, created_at)
    select s.platform_no, s.external_txn_no, s.company_no, s.amount, s.created_at
    from json_to_recordset(sales) as s (place int, platform_no text, external_txn_no text, company_no text, amount bigint,
      created_at timestamptz)
    where s.place = any (answered) and s.platform_no is not null;
  end if;
  if events is not null then
    insert into anomaly_outbox (event)
    select e.event from json_to_recordset(events) as e (place int, event jsonb) where e.place = any (answered);
    perform anomaly_ask(e."jobName", min(e."runAt"), e."askLock")
    from json_to_recordset(events) as e (place int, "jobName" text, "runAt" timestamptz, "askLock" bigint)
    where e.place = any (answered)
    group by e."jobName", e."askLock";
  end if;
  return answered;
end
$$;
