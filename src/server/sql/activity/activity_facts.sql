-- These rows decide postings: see `facts_changed`. Not for `used_points`, which sales write.
create constraint trigger activity_facts after insert or delete or update of activity_code, activity_name, company_no, activity_type,
  cost_bearer, platform_share_ratio, multiplier, fixed_points, min_amount, step_amount, start_at, end_at, daily_from, daily_to, weekdays,
  store_scope, retail_store_nos, member_scope, require_code, budget_points, per_txn_max, per_member_daily, per_member_total, expiry_rule,
  expiry_value, expiry_date, status on activity deferrable initially deferred
  for each row execute function facts_changed();
