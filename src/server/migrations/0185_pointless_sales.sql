-- Sales that earned nothing have no transaction; what they were and what of them came back is kept here, so that no more is taken back than
-- was sold (E1305). Sales from before this table are not in it.
create table partner_pointless_sale (
  platform_no text not null,
  external_txn_no text not null,
  company_no text not null,
  amount bigint not null check (amount >= 0),
  returned_amount bigint not null default 0,
  created_at timestamptz not null,
  primary key (platform_no, external_txn_no),
  constraint partner_pointless_sale_returned check (returned_amount between 0 and amount)
);
create trigger partner_pointless_sale_kept before delete or update of platform_no, external_txn_no, company_no, amount, created_at
  on partner_pointless_sale for each row execute function insert_only();

-- As in 0081; `sales`: rows of partner_sale, and those of partner_pointless_sale with the place of their request.
create or replace function partner_answer_many(requests json, accounts bigint[], versions bigint[], posted bigint[], periods bigint[],
  headers json, moves json, lines json, lots json, allocations json, sales json, events json) returns int[]
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
    insert into partner_pointless_sale (platform_no, external_txn_no, company_no, amount, created_at)
    select s.platform_no, s.external_txn_no, s.company_no, s.amount, s.created_at
    from json_to_recordset(sales) as s (place int, platform_no text, external_txn_no text, company_no text, amount bigint,
      created_at timestamptz)
    where s.place = any (answered);
  end if;
  if events is not null then
    perform anomaly_leave_event(e.event, e."jobName", e."runAt", e."askLock")
    from json_to_recordset(events) as e (place int, event jsonb, "jobName" text, "runAt" timestamptz, "askLock" bigint)
    where e.place = any (answered);
  end if;
  return answered;
end
$$;
