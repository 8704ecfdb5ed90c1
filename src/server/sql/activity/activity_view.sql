-- Campaigns with the status that people see: an approved one has not started, runs, has ended, or has used up its budget (domain 3.4).
create view activity_view as
select
  a.id, a.activity_code, a.activity_name, a.company_no, nullif(a.company_no, 'C000000') as merchant_no, a.activity_type, a.cost_bearer,
  a.platform_share_ratio, a.multiplier, a.fixed_points, a.min_amount, a.step_amount, a.start_at, a.end_at, a.daily_from, a.daily_to,
  a.weekdays, a.store_scope, a.retail_store_nos, a.member_scope, a.require_code, a.budget_points, a.per_txn_max, a.per_member_daily,
  a.per_member_total, a.expiry_rule, a.expiry_value, a.expiry_date, a.description, a.image, a.used_points, a.version,
  case
    when a.status <> '3' then a.status
    when business_now() >= a.end_at then '5'
    when a.used_points >= a.budget_points then '8'
    when business_now() < a.start_at then '3'
    else '4'
  end as status,
  (select count(*)::int from activity_member m where m.activity_id = a.id) as member_count,
  p.adjustment_no as pending_adjustment_no, p.adjust_type as pending_adjust_type, p.submitted_by, p.reason as change_reason,
  case when a.status = '7' then (
    select r.reject_reason from activity_adjustment r
    where r.activity_id = a.id and r.status = '4' and r.adjust_type = '1' order by r.submitted_at desc limit 1
  ) end as reject_reason,
  a.row_version, a.created_by, a.created_at, a.updated_by, a.updated_at
from activity a
left join activity_adjustment p on p.activity_id = a.id and p.status = '2';
