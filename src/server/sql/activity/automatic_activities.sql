-- Approved campaigns that apply to sales of a company on a business day (Taipei) without a code: its own and those of the platform. Null
-- when there are none. What they have used is as it is now; `activity_used_up` tells the servers when a budget is used up or has room again.
create function automatic_activities(company text, business_day date) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('id', a.id, 'activityCode', a.activity_code, 'activityName', a.activity_name, 'companyNo', a.company_no,
    'activityType', a.activity_type, 'costBearer', a.cost_bearer, 'platformShareRatio', a.platform_share_ratio, 'multiplier', a.multiplier,
    'fixedPoints', a.fixed_points, 'minAmount', a.min_amount, 'stepAmount', a.step_amount, 'startAt', a.start_at, 'endAt', a.end_at,
    'dailyFrom', a.daily_from, 'dailyTo', a.daily_to, 'weekdays', a.weekdays, 'storeScope', a.store_scope,
    'retailStoreNos', a.retail_store_nos, 'memberScope', a.member_scope, 'requireCode', a.require_code, 'budgetPoints', a.budget_points,
    'perTxnMax', a.per_txn_max, 'perMemberDaily', a.per_member_daily, 'perMemberTotal', a.per_member_total, 'expiryRule', a.expiry_rule,
    'expiryValue', a.expiry_value, 'expiryDate', a.expiry_date, 'usedPoints', a.used_points, 'status', a.status) order by a.id)
  from activity a
  where a.company_no in (company, 'C000000') and a.status = '3' and not a.require_code and a.activity_type in ('1', '2', '3')
    and a.end_at > business_day::timestamp at time zone 'Asia/Taipei'
    and a.start_at < (business_day + 1)::timestamp at time zone 'Asia/Taipei'
$$;
