-- 活動績效報表: for each approved activity, points given, sales, and redeemed points up to a day (domain 7.8). A member counts once per activity,
-- and as new when the first sale is within 30 days after joining. Gifts without a sale are no transactions: they would make every sale look
-- smaller (domain 7.8).
create function activity_performance(until date)
returns table (id bigint, until_date date, activity_code text, activity_name text, company_no text, merchant_no text, activity_type text,
  cost_bearer text, start_at timestamptz, end_at timestamptz, budget_points bigint, net_points bigint, budget_usage numeric,
  transaction_count int, member_count int, new_member_count int, sales_amount bigint, average_ticket numeric, redeemed_points bigint,
  redemption_rate numeric, cost_amount bigint, sales_per_cost numeric, exception_count int)
language sql stable as $$
  with sold as (
    select s.activity_id, sum(s.points)::bigint as points, sum(s.amount)::bigint as amount, round(sum(s.cost))::bigint as cost,
      count(*) filter (where s.kind <> '30' and s.amount > 0)::int as sales, count(distinct s.member_no) filter (where s.kind <> '30')::int as members,
      count(distinct s.member_no) filter (where s.kind <> '30' and m.registered_at > s.business_at - interval '30 days')::int as new_members
    from activity_sale s left join member m on m.member_no = s.member_no
    where s.business_date <= until group by 1
  ), spent as (
    select l.activity_code, sum(x.points)::bigint as points
    from point_lot l
    cross join lateral (
      select a.points from lot_allocation a join point_transaction t on t.id = a.transaction_id
      where a.lot_id = l.id and t.kind in ('20', '31') and a.allocation_kind in ('1', '5') and t.business_date <= until
      union all
      -- Given back after the lot had expired.
      select -l.issued_points from point_transaction t where t.id = l.transaction_id and t.kind = '31' and t.business_date <= until
    ) x
    where l.activity_code is not null group by 1
  ), refused as (
    select e.activity_code, count(*)::int as exceptions from log_activity_exception e
    where e.occurred_at < (until + 1)::timestamp at time zone 'Asia/Taipei' group by 1
  ), facts as (
    select a.*, coalesce(s.points, 0) as net, coalesce(s.sales, 0) as sales, coalesce(s.members, 0) as members,
      coalesce(s.new_members, 0) as new_members, coalesce(s.amount, 0) as amount, coalesce(p.points, 0) as redeemed,
      coalesce(s.cost, 0) as cost, coalesce(r.exceptions, 0) as exceptions
    from activity a
    left join sold s on s.activity_id = a.id
    left join spent p on p.activity_code = a.activity_code
    left join refused r on r.activity_code = a.activity_code
    where a.status in ('3', '6')
  )
  select f.id, until, f.activity_code, f.activity_name, f.company_no, nullif(f.company_no, 'C000000'), f.activity_type, f.cost_bearer,
    f.start_at, f.end_at, f.budget_points, f.net, round(100.0 * f.net / nullif(f.budget_points, 0), 2), f.sales, f.members, f.new_members,
    f.amount, round(f.amount::numeric / nullif(f.sales, 0), 2), f.redeemed, case when f.net > 0 then round(100.0 * f.redeemed / f.net, 2) end,
    f.cost, case when f.cost > 0 then round(f.amount::numeric / f.cost, 2) end, f.exceptions
  from facts f
$$;
