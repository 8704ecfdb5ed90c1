-- Which account each payment of a statement cleared. Payments that do not say it are of a time when the whole receivable was received first.
create view payment_clearing as
select p.id, p.statement_id, p.paid_on, p.received_amount, p.paid_amount, p.created_at, c.receivable,
  c.receivable - p.received_amount + p.paid_amount as payable
from (
  select n.*, sum(n.received_amount) over (partition by n.statement_id order by n.created_at, n.id)::bigint as so_far from statement_payment n
) p
join statement s on s.id = p.statement_id
cross join lateral (
  select greatest(s.receivable_amount + s.other_amount, 0) as owed
) o
cross join lateral (
  select coalesce(p.cleared_receivable, case when p.is_net then o.owed else least(p.so_far, o.owed) - least(p.so_far - p.received_amount, o.owed) end)
    as receivable
) c;
