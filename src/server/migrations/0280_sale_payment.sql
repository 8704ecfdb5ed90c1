-- What was received for a sale of points, and what of it was paid back: each payment by itself, with its own day. The sale keeps the sums.
create table sale_payment (
  id bigint primary key default random_id(),
  sale_no text not null,
  paid_on date not null,
  received_amount bigint not null default 0 check (received_amount >= 0),
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  reference text check (char_length(reference) <= 30),
  created_by text,
  created_at timestamptz not null,
  constraint sale_payment_amount check ((received_amount > 0) <> (refunded_amount > 0))
);
create index sale_payment_sale on sale_payment (sale_no);

alter table center_sale
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  add column refunded_date date,
  add column refunded_ref text check (char_length(refunded_ref) <= 30),
  drop constraint center_sale_amounts,
  add constraint center_sale_amounts check (total_amount = sales_amount + tax_amount
    and refunded_amount <= received_amount and received_amount - refunded_amount <= total_amount);
alter table corporate_settlement
  add column refunded_amount numeric(14, 0) not null default 0 check (refunded_amount >= 0),
  add column refunded_date date,
  add column refunded_ref text check (char_length(refunded_ref) <= 30),
  drop constraint corporate_settlement_amounts,
  add constraint corporate_settlement_amounts check (total_amount = sales_amount + tax_amount
    and refunded_amount <= received_amount and received_amount - refunded_amount <= total_amount);

-- Until now a void sale was shown as refunded on its day, in the journal too: that stays as it was told.
update center_sale set refunded_amount = received_amount, refunded_date = (updated_at at time zone 'Asia/Taipei')::date
where status = '5' and received_amount > 0;
update corporate_settlement set refunded_amount = received_amount, refunded_date = (updated_at at time zone 'Asia/Taipei')::date
where status = '8' and received_amount > 0;

insert into sale_payment (sale_no, paid_on, received_amount, refunded_amount, reference, created_by, created_at)
select s.sale_no, p.paid_on, p.received, p.refunded, p.reference, s.updated_by, coalesce(s.updated_at, s.created_at)
from (
  select sale_no, received_date, received_amount, received_ref, refunded_date, refunded_amount, sale_date, updated_by, updated_at, created_at
  from center_sale
  union all
  select sale_no, received_date, received_amount::bigint, received_ref, refunded_date, refunded_amount::bigint, sale_date, updated_by, updated_at,
    created_at
  from corporate_settlement where sale_no is not null
) s
cross join lateral (
  values (coalesce(s.received_date, s.sale_date), s.received_amount, 0::bigint, s.received_ref),
    (coalesce(s.refunded_date, s.sale_date), 0::bigint, s.refunded_amount, null)
) p (paid_on, received, refunded, reference)
where p.received > 0 or p.refunded > 0;
