-- The master data that decides a call of the partner API, in one round trip. It is a function, because the connection caches its plans:
-- planning the query took longer than running it.
create function partner_facts(wanted_company text, store_code text, terminal text, wanted_member text, wanted_mobile text, wanted_card text,
  rewards_on date)
returns table (company_no text, contract_status text, contract_start_date date, contract_end_date date, terminate_date date,
  allow_issue boolean, allow_redeem boolean, min_redeem_points bigint, redeem_step bigint, max_redeem_ratio numeric,
  retail_store_no text, store_status text, open_date date, close_date date, reward_point_id text, member_no text, rewards jsonb)
language plpgsql stable as $$
declare
  store retail_store;
  found_member text;
  found_rewards jsonb;
begin
  if store_code is not null then
    select * into store from retail_store s where s.company_no = wanted_company and s.partner_store_code = store_code;
  elsif terminal is not null then
    select * into store from retail_store s
    where s.company_no = wanted_company and s.terminal_ids @> jsonb_build_array(terminal) limit 1;
  end if;
  if wanted_member is not null then
    found_member := (select m.member_no from member m where m.member_no = wanted_member);
  elsif wanted_mobile is not null then
    found_member := (select m.member_no from member m where m.mobile = wanted_mobile);
  elsif wanted_card is not null then
    found_member := (select m.member_no from member_card m where m.card_no = wanted_card and m.status = '1');
  end if;
  if rewards_on is not null then
    found_rewards := (
      select jsonb_agg(jsonb_build_object('id', r.id, 'rewardPointNo', r.reward_point_no, 'rewardType', r.reward_type,
        'spendAmount', r.spend_amount, 'rewardPoints', r.reward_points, 'roundingMode', r.rounding_mode, 'minSpend', r.min_spend,
        'maxPointsPerTxn', r.max_points_per_txn, 'paymentTypes', r.payment_types, 'storeScope', r.store_scope,
        'retailStoreNos', r.retail_store_nos, 'excludePointPart', r.exclude_point_part, 'expiryRule', r.expiry_rule,
        'expiryValue', r.expiry_value, 'expiryDate', r.expiry_date, 'effectiveDelayDays', r.effective_delay_days,
        'priority', r.priority, 'isDefault', r.is_default))
      from reward_point r
      -- Decided settings; a stopped one (5) is valid until its last day.
      where r.company_no = wanted_company and r.status in ('3', '5') and rewards_on between r.start_date and r.end_date);
  end if;
  return query
    select c.company_no, c.contract_status, c.contract_start_date, c.contract_end_date, c.terminate_date, c.allow_issue, c.allow_redeem,
      c.min_redeem_points, c.redeem_step, c.max_redeem_ratio, store.retail_store_no, store.status, store.open_date, store.close_date,
      store.reward_point_id, found_member, found_rewards
    from company c where c.company_no = wanted_company;
end
$$;
