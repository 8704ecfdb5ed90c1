-- Pay-as-you-go periods with their points: computed while a period is open, from the statement afterwards.
create view payg_period_view as
select
  p.*, s.statement_no,
  coalesce(s.transaction_count, live.transaction_count, 0) as transaction_count, coalesce(s.sales_amount, live.sales_amount, 0) as sales_amount,
  coalesce(s.base_points, live.base_points, 0) as base_points, coalesce(s.extra_points, live.extra_points, 0) as extra_points,
  coalesce(s.returned_points, live.returned_points, 0) as returned_points, coalesce(s.net_points, live.net_points, 0) as net_points,
  s.payer_amount as fee_amount, s.payer_tax as tax_amount, s.net_amount as total_amount, t.net_amount as trial_net_amount, t.made_at as trial_at,
  s.due_date, i.invoice_no, s.payment_status, s.received_amount, s.settled_at,
  s.credited_amount, case when s.status in ('2', '3') then s.to_receive when s.status = '4' then 0 end as outstanding_amount,
  case when s.status in ('2', '3') then s.to_pay when s.status = '4' then 0 end as unpaid_amount, latest.version, latest.reopen_reason,
  -- Filled in by the hook: what stands in the way depends on the day.
  null::text as check_result
from payg_period p
left join statement_left s on s.period_id = p.id and s.status <> '9'
left join lateral (
  select max(d.doc_no) as invoice_no from invoice_document d where d.statement_id = s.id and d.doc_type = '1' and d.status <> '3'
) i on true
left join lateral (
  select v.version, v.reopen_reason from statement v where v.period_id = p.id order by v.version desc limit 1
) latest on true
left join statement_trial t on t.period_id = p.id
left join lateral (
  select
    count(distinct x.id) filter (where x.kind <> '30')::int as transaction_count,
    coalesce(sum(case when x.kind = '30' then -x.amount else x.amount end) filter (where e.first_line), 0)::bigint as sales_amount,
    -sum(e.points) filter (where x.kind <> '30' and e.component = 'BASE') as base_points,
    -sum(e.points) filter (where x.kind <> '30' and e.component is distinct from 'BASE') as extra_points,
    sum(e.points) filter (where x.kind = '30') as returned_points,
    -sum(e.points) as net_points
  from (
    select n.*, n.line_no = min(n.line_no) over (partition by n.transaction_id) as first_line
    from point_entry n where n.company_no = p.company_no and n.period_id = p.id
  ) e join point_transaction x on x.id = e.transaction_id
) live on p.status = '1';
