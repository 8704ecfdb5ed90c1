-- The months of a year, one row each.
create view yearly_month as
select y.id + (right(m.period_no, 2))::int as id, y.id as setting_id, y.company_no, m.period_no, m.is_closed, s.statement_no,
  case y.fee_type when '1' then m.net_ap_points else m.net_dp_points end as points,
  case y.fee_type when '1' then m.ap_fee else m.dp_proc_fee end as fee
from yearly_settlement y
cross join lateral company_year_months(y.company_no, y.year) m
left join statement s on s.id = m.statement_id;
