-- Months that have to be closed before the year of a company is: from its first period on, while the contract is in force or points were
-- posted.
create function company_year_months(of_company text, of_year int)
returns table (period_no text, period_id bigint, is_closed boolean, statement_id bigint, net_ap_points bigint, net_dp_points bigint,
  ap_fee bigint, dp_proc_fee bigint)
language sql stable as $$
  select to_char(m.first_day, 'YYYYMM'), p.id, coalesce(p.status <> '1', false), s.id, coalesce(s.net_ap_points, 0),
    coalesce(s.net_dp_points, 0), coalesce(s.ap_fee, 0), coalesce(s.dp_proc_fee, 0)
  from company c
  cross join lateral (
    select min(b.start_date) as begun_on from company_period b where b.company_no = c.company_no and b.stream = 'MONTH'
  ) b
  cross join generate_series(make_date(of_year, 1, 1)::timestamp, make_date(of_year, 12, 1)::timestamp, interval '1 month') as m (first_day)
  left join company_period p on p.company_no = c.company_no and p.stream = 'MONTH' and p.period_no = to_char(m.first_day, 'YYYYMM')
  left join statement s on s.period_id = p.id and s.status <> '9'
  where c.company_no = of_company
    and (p.id is not null or (m.first_day > b.begun_on and m.first_day <= least(c.contract_end_date, c.terminate_date)))
$$;
