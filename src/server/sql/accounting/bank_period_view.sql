-- Billing cycles of banks with their points: computed while a period is open, from the statement afterwards.
create view bank_period_view as
select
  p.*, s.statement_no, n.conv_in_points, s.conv_in_amount, n.extra_points, s.payer_amount as extra_amount, n.conv_out_points,
  s.conv_out_amount, n.dp_points, s.dp_amount, s.dp_proc_fee, s.payer_tax + s.dp_proc_tax as tax_amount,
  s.receivable_amount, s.payable_amount, s.net_amount, t.net_amount as trial_net_amount, t.made_at as trial_at,
  s.due_date, s.payment_status, s.received_amount, s.paid_amount, s.settled_at,
  s.credited_amount, case when s.status in ('2', '3') then s.to_receive when s.status = '4' then 0 end as outstanding_amount,
  case when s.status in ('2', '3') then s.to_pay when s.status = '4' then 0 end as unpaid_amount, latest.version, latest.reopen_reason,
  r.bank_line_count, r.bank_points, r.bank_points - (n.conv_in_points + n.extra_points + n.conv_out_points + n.dp_points) as diff_points,
  r.diff_count, r.open_diff_count, coalesce(r.reconcile_status, '0') as reconcile_status, r.imported_by, r.imported_at, r.matched_at,
  -- Filled in by the hook: what stands in the way depends on the day.
  null::text as check_result
from bank_period p
left join statement_left s on s.period_id = p.id and s.status <> '9'
left join lateral (
  select v.version, v.reopen_reason from statement v where v.period_id = p.id order by v.version desc limit 1
) latest on true
left join statement_trial t on t.period_id = p.id
left join lateral (
  select
    -sum(e.points) filter (where e.account_class = 'CONVIN') as conv_in_points,
    -sum(e.points) filter (where e.account_class = 'PAYG') as extra_points,
    sum(e.points) filter (where e.account_class = 'CONVOUT') as conv_out_points,
    sum(e.points) filter (where e.account_class = 'DEDUCT') as dp_points
  from point_entry e where e.company_no = p.company_no and e.period_id = p.id
) live on p.status = '1'
cross join lateral (
  select coalesce(s.conv_in_points, live.conv_in_points, 0) as conv_in_points, coalesce(s.extra_points, live.extra_points, 0) as extra_points,
    coalesce(s.conv_out_points, live.conv_out_points, 0) as conv_out_points, coalesce(s.net_dp_points, live.dp_points, 0) as dp_points
) n
left join bank_reconciliation r on r.period_id = p.id;
