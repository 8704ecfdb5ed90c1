-- Statements with what is left to receive and to pay for them, and on which of their two accounts. The receivable: what was billed, less
-- yearly allowances that were set off, less what was credited by hand over its own invoices. (A fee below 0 is part of the statement's
-- amounts already; its allowances are over invoices of earlier statements.) The payable takes a receivable below 0.
create view statement_left as
select s.*, l.receivable_left, l.payable_left, greatest(l.receivable_left, 0) + greatest(-l.payable_left, 0) as to_receive,
  greatest(l.payable_left, 0) + greatest(-l.receivable_left, 0) as to_pay
from statement s
cross join lateral (
  select greatest(s.receivable_amount + s.other_amount, 0) - s.credited_amount - s.cleared_receivable as receivable_left,
    s.payable_amount + greatest(-s.receivable_amount - s.other_amount, 0)
      - (s.cleared_receivable - s.received_amount + s.paid_amount) as payable_left
) l;
