-- Years with their figures: computed while a year is open, from its statement afterwards. The discount is that of the last trial.
create view yearly_settlement_view as
select
  y.*, y.year || '年 ' || c.company_no || ' ' || c.company_short_name || case y.fee_type when '1' then ' 贈點費用' else ' 兌點處理費' end as settlement_name,
  s.yearly_statement_no, m.closed_months, m.due_months,
  coalesce(s.year_points, m.year_points) as year_points, coalesce(s.year_fee, m.year_fee) as year_fee,
  coalesce(s.tier_base_points, t.tier_base_points) as tier_base_points,
  coalesce(s.discount_rate, t.discount_rate) as discount_rate,
  coalesce(s.discount_amount, t.discount_amount) as discount_amount,
  coalesce(s.discount_tax, t.discount_tax) as discount_tax,
  coalesce(s.discount_total, t.discount_amount + t.discount_tax) as discount_total,
  t.made_at as trial_at, s.closed_by, s.closed_at, latest.version, latest.reopen_reason, a.allowance_nos
from yearly_settlement y
join company c on c.company_no = y.company_no
cross join lateral (
  select (count(*) filter (where is_closed))::int as closed_months, count(*)::int as due_months,
    coalesce(sum(case y.fee_type when '1' then net_ap_points else net_dp_points end), 0)::bigint as year_points,
    coalesce(sum(case y.fee_type when '1' then ap_fee else dp_proc_fee end), 0)::bigint as year_fee
  from company_year_months(y.company_no, y.year)
) m
left join yearly_statement s on s.setting_id = y.id and s.reopened_at is null
left join yearly_trial t on t.setting_id = y.id
left join lateral (
  select v.version, v.reopen_reason from yearly_statement v where v.setting_id = y.id order by v.version desc limit 1
) latest on true
left join lateral (
  select string_agg(d.doc_no, '、' order by d.doc_no) as allowance_nos
  from invoice_document d where d.yearly_statement_id = s.id and d.status <> '3'
) a on true;
