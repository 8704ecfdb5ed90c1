-- 活動績效報表 up to today. For lists, the engine reads the function `activity_performance` up to the chosen day instead.
create view activity_performance_view as
select p.id, p.until_date, p.activity_code, p.activity_name, p.company_no, p.merchant_no, p.activity_type, p.cost_bearer, p.start_at, p.end_at,
  p.budget_points, p.net_points, p.budget_usage::numeric(12, 2) as budget_usage, p.transaction_count, p.member_count, p.new_member_count,
  p.sales_amount, p.average_ticket::numeric(14, 2) as average_ticket, p.redeemed_points, p.redemption_rate::numeric(12, 2) as redemption_rate,
  p.cost_amount, p.sales_per_cost::numeric(14, 2) as sales_per_cost, p.exception_count
from activity_performance((now() at time zone 'Asia/Taipei')::date) p;
