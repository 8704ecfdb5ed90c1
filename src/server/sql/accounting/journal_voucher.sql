-- Vouchers for the accountants' ledger, one row for each line of each document that changed what is owed: invoices and allowances that were
-- issued, what a closed statement owes its company, set-offs, receipts and payments. `amount` is a debit when positive, a credit when
-- negative, and every voucher adds up to 0. What was undone (void, opened again, released) keeps its voucher and gets a second one on the
-- day it was undone, with the signs turned. `account` is the role of an account; its code is a parameter (`journal_line`).
create view journal_voucher as
select d.doc_no || case when v.is_reversal then '-R' else '' end as voucher_no, v.voucher_date,
  case d.doc_type when '2' then '2' else '1' end as voucher_kind, v.is_reversal, l.line_no, l.account, v.sign * l.amount as amount, l.tax_code,
  d.doc_no as document_no, s.statement_no, d.company_no, d.corporate_no
from invoice_document d
left join statement s on s.id = d.statement_id
cross join lateral (
  select case d.doc_type when '2' then -1 else 1 end as sign,
    case when d.yearly_statement_id is null then 'RECEIVABLE' else 'ALLOWANCE_PAYABLE' end as owed_by_buyer,
    case when d.doc_type = '2' then 'ALLOWANCE' when d.fee_type = '1' then 'REVENUE_ISSUE' when d.fee_type = '2' then 'REVENUE_PROCESSING'
      else 'REVENUE_SALE' end as revenue
) k
cross join lateral (
  values (1, false, d.issue_date), (-1, true, (d.voided_at at time zone 'Asia/Taipei')::date)
) v (sign, is_reversal, voucher_date)
cross join lateral (
  values (1, k.owed_by_buyer, k.sign * d.total_amount, null), (2, k.revenue, -k.sign * d.sales_amount, '1'),
    (3, 'OUTPUT_TAX', -k.sign * d.tax_amount, '1')
) l (line_no, account, amount, tax_code)
where d.issued_at is not null and v.voucher_date is not null and l.amount <> 0

union all
-- A negative receivable was credited by allowances: it is paid out with the payable.
select s.statement_no || '-AP' || case when v.is_reversal then '-R' else '' end, v.voucher_date, '3', v.is_reversal, l.line_no, l.account,
  v.sign * l.amount, null, s.statement_no, s.statement_no, s.company_no, null
from statement s
cross join lateral (
  values (1, false, (s.closed_at at time zone 'Asia/Taipei')::date), (-1, true, (s.reopened_at at time zone 'Asia/Taipei')::date)
) v (sign, is_reversal, voucher_date)
cross join lateral (
  values (1, 'REDEMPTION_COST', s.payable_amount), (2, 'RECEIVABLE', greatest(-s.receivable_amount, 0)),
    (3, 'PAYABLE', -s.payable_amount - greatest(-s.receivable_amount, 0))
) l (line_no, account, amount)
where v.voucher_date is not null and l.amount <> 0

union all
-- What a year gave back: off the receivable first, then on top of the payable.
select a.statement_no || '-S' || case when v.is_reversal then '-R' else '' end, v.voucher_date, '4', v.is_reversal, l.line_no, l.account,
  v.sign * l.amount, null, a.statement_no, a.statement_no, a.company_no, null
from (
  select s.statement_no, s.company_no, min(a.settled_on) as settled_on, max(a.released_at) as released_at, sum(a.amount)::bigint as amount,
    greatest(s.receivable_amount, 0) as receivable
  from allowance_settlement a
  join statement s on s.id = a.statement_id
  group by s.id
) a
cross join lateral (
  values (1, false, a.settled_on), (-1, true, (a.released_at at time zone 'Asia/Taipei')::date)
) v (sign, is_reversal, voucher_date)
cross join lateral (
  values (1, 'ALLOWANCE_PAYABLE', a.amount), (2, 'RECEIVABLE', -least(a.amount, a.receivable)),
    (3, 'PAYABLE', -greatest(a.amount - a.receivable, 0))
) l (line_no, account, amount)
where v.voucher_date is not null and l.amount <> 0

union all
-- A payment clears the receivable by what it says, and the payable by the rest: a net settlement both, a refund the receivable it exceeded.
select p.statement_no || '-P' || p.payment_no, p.paid_on, '5', false, l.line_no, l.account, l.amount, null, p.statement_no, p.statement_no,
  p.company_no, null
from (
  select s.statement_no, s.company_no, p.paid_on, p.received_amount, p.paid_amount, p.receivable, p.payable,
    row_number() over (partition by p.statement_id order by p.created_at, p.id) as payment_no
  from payment_clearing p
  join statement s on s.id = p.statement_id
) p
cross join lateral (
  values (1, 'BANK', p.received_amount), (2, 'PAYABLE', p.payable), (3, 'RECEIVABLE', -p.receivable), (4, 'BANK', -p.paid_amount)
) l (line_no, account, amount)
where l.amount <> 0

union all
-- Receipts of a sale, and what of them was paid back. An order whose invoice number was keyed in has no invoice here, so its payments are
-- not here either.
select p.sale_no || '-P' || case p.payment_no when 1 then '' else p.payment_no::text end || case when p.is_refund then '-R' else '' end,
  p.paid_on, '5', p.is_refund, l.line_no, l.account, l.amount, null, p.sale_no, null, p.company_no, p.corporate_no
from (
  select n.*, s.company_no, c.corporate_no,
    row_number() over (partition by n.sale_no, n.is_refund order by n.created_at, n.id) as payment_no
  from (select *, refunded_amount > 0 as is_refund from sale_payment) n
  left join center_sale s on s.sale_no = n.sale_no
  left join corporate_settlement c on c.sale_no = n.sale_no
  where c.invoice_no is null
) p
cross join lateral (
  values (1, 'BANK', p.received_amount), (2, 'RECEIVABLE', p.refunded_amount - p.received_amount), (3, 'BANK', -p.refunded_amount)
) l (line_no, account, amount)
where l.amount <> 0

union all
select d.doc_no || '-P', a.settled_on, '6', false, l.line_no, l.account, l.amount, null, d.doc_no, null, d.company_no, null
from allowance_settlement a
join invoice_document d on d.id = a.document_id
cross join lateral (values (1, 'ALLOWANCE_PAYABLE', a.amount), (2, 'BANK', -a.amount)) l (line_no, account, amount)
where a.statement_id is null;
