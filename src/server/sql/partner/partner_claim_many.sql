-- Claims the numbers of requests, and locks the accounts of their members and their periods. Returns the places of the requests for which
-- everything succeeded: the number was free, each account unlocked and as it was read, each period open. Numbers are claimed first, as in
-- every posting of a partner, and nothing waits once accounts are locked, so no two transactions can deadlock.
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
      -- Releases the claims of requests that were overtaken.
      raise exception 'overtaken' using errcode = 'LB001';
    exception when sqlstate 'LB001' then
      wanted := held;
    end;
  end loop;
end
$$;
