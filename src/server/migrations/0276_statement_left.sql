-- What is left of a statement follows from its own row: the list of all statements must not add up documents and payments for each of them.
alter table statement
  add column credited_amount bigint not null default 0 check (credited_amount >= 0),
  add column cleared_receivable bigint not null default 0;
comment on column statement.credited_amount is 'sum of the allowances that were made by hand over its own invoices and are in force, with tax';
comment on column statement.cleared_receivable is 'sum of what its payments took off the receivable; the rest of them went to the payable';

update statement s set credited_amount = c.amount
from (
  select d.statement_id, sum(d.total_amount) as amount
  from invoice_document d join invoice_document o on o.id = d.original_id and o.statement_id = d.statement_id
  where d.doc_type = '2' and d.status in ('2', '6')
  group by d.statement_id
) c
where s.id = c.statement_id;

-- Payments that do not say what they cleared are of a time when the whole receivable was received first.
update statement s set cleared_receivable = c.amount
from (
  select p.statement_id, sum(coalesce(p.cleared_receivable, case when p.is_net then o.owed
    else least(p.so_far, o.owed) - least(p.so_far - p.received_amount, o.owed) end)) as amount
  from (
    select n.*, sum(n.received_amount) over (partition by n.statement_id order by n.created_at, n.id)::bigint as so_far from statement_payment n
  ) p
  join (select id, greatest(receivable_amount + other_amount, 0) as owed from statement) o on o.id = p.statement_id
  group by p.statement_id
) c
where s.id = c.statement_id;

-- Invoiced, and nothing to receive or to pay: there is no payment that could settle it.
with settled as (
  update statement s set status = '4', payment_status = '2', settled_at = (now() at time zone 'Asia/Taipei')::date, row_version = row_version + 1
  where s.status = '3' and s.payable_amount + greatest(-s.receivable_amount - s.other_amount, 0)
      = s.received_amount * -1 + s.paid_amount + s.cleared_receivable
    and greatest(s.receivable_amount + s.other_amount, 0) = s.credited_amount + s.cleared_receivable
  returning s.period_id
)
update company_period p set status = '4', row_version = p.row_version + 1 from settled t where p.id = t.period_id;
