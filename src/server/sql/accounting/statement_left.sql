-- What is left to receive and to pay for a statement, and on which of its two accounts. The receivable: what was billed, less yearly
-- allowances that were set off, less what was credited by hand over its own invoices. (A fee below 0 is part of the statement's amounts
-- already; its allowances are over invoices of earlier statements.) The payable takes a receivable below 0.
create view statement_left as
select s.id, c.credited_amount, l.receivable_left, l.payable_left,
  greatest(l.receivable_left, 0) + greatest(-l.payable_left, 0) as to_receive,
  greatest(l.payable_left, 0) + greatest(-l.receivable_left, 0) as to_pay
from statement s
cross join lateral (
  select coalesce(sum(d.total_amount), 0)::bigint as credited_amount
  from invoice_document d join invoice_document o on o.id = d.original_id and o.statement_id = d.statement_id
  where d.statement_id = s.id and d.doc_type = '2' and d.status in ('2', '6')
) c
cross join lateral (
  select coalesce(sum(p.receivable), 0)::bigint as receivable, coalesce(sum(p.payable), 0)::bigint as payable
  from payment_clearing p where p.statement_id = s.id
) p
cross join lateral (
  select greatest(s.receivable_amount + s.other_amount, 0) - c.credited_amount - p.receivable as receivable_left,
    s.payable_amount + greatest(-s.receivable_amount - s.other_amount, 0) - p.payable as payable_left
) l;
