-- Orders of points with the number of used serials and cards, and their invoice. Orders whose number was keyed in before numbers came out of
-- the tracks have no document: they show the number of their own columns.
create view corporate_settlement_view as
select s.id, s.settlement_no, s.corporate_no, s.delivery_method, s.points_per_serial, s.quantity, s.total_points, s.unit_price, s.discount_rate,
  s.sales_amount, s.tax_amount, s.total_amount, s.valid_from, s.valid_to, s.purpose, s.order_source, s.sale_no, s.sale_date,
  coalesce(i.invoice_no, s.invoice_no) as invoice_no, coalesce(i.invoice_date, s.invoice_date) as invoice_date, s.payment_status,
  s.received_amount, s.received_date, s.received_ref, s.refunded_amount, s.refunded_date, s.refunded_ref, s.status, s.generated_count, s.generated_at, s.delivered_at, s.void_reason,
  s.submitted_by, s.submitted_at, s.approved_by, s.approved_at, s.reject_reason, s.row_version, s.created_by, s.created_at, s.updated_by,
  s.updated_at, m.company_name, m.credit_term_days, coalesce(a.balance, 0) as remaining_points, u.used_points, u.used_count,
  -- Received and neither owed nor paid back; of a void order all that is left.
  greatest(s.received_amount - s.refunded_amount - case s.status when '8' then 0 else s.total_amount - d.credited end, 0) as overpaid_amount
from corporate_settlement s
join corporate_member m on m.corporate_no = s.corporate_no
left join sale_invoice i on i.sale_no = s.sale_no
left join point_account a on a.class = 'SERIAL' and a.owner_id = s.settlement_no
cross join lateral (
  select coalesce(sum(b.points), 0)::bigint as used_points, (count(*) filter (where b.points > 0))::int as used_count
  from (
    select sum(points) as points from serial_use
    where holder_no = s.settlement_no and use_kind in ('exchange', 'deposit') group by bearer_kind, bearer_id
  ) b
) u
cross join lateral (
  select coalesce(sum(a.total_amount), 0)::bigint as credited from invoice_document a
  where a.source_kind = '4' and a.source_no = s.sale_no and a.doc_type = '2' and a.status in ('2', '6')
) d;
