-- Coupon products, their coupons, and the orders that exchange points for them (domain 3.4, 4.14, 4.16, 4.18).
-- A coupon number is money: kept as keyed hash (to be found) and sealed (to be sent); only its last four characters are in clear.

create table coupon_batch (
  id bigint primary key default random_id(),
  coupon_batch_no text not null unique check (coupon_batch_no ~ '^CB[0-9]{10}$'),
  coupon_name text not null check (char_length(coupon_name) <= 60),
  coupon_type text not null check (coupon_type in ('1', '2', '3')),
  supplier_company_no text not null references company (company_no),
  face_value numeric(14, 0) not null check (face_value >= 1),
  points_per_coupon bigint not null check (points_per_coupon between 1 and 9999999999),
  -- CouponSource: 1 numbers of our own, 2 numbers of the supplier.
  source text not null check (source in ('1', '2')),
  quantity int not null check (quantity >= 1),
  -- What has been made of `quantity`.
  generated_quantity int not null default 0,
  -- Asked for on top of `quantity` while on sale; waits for a second person.
  extra_quantity int check (extra_quantity between 1 and 100000),
  extra_submitted_by text,
  extra_submitted_at timestamptz,
  safety_stock int not null default 0 check (safety_stock >= 0),
  settle_basis text not null check (settle_basis in ('1', '2')),
  settle_price numeric(12, 4) not null check (settle_price >= 0),
  exchange_start timestamptz not null,
  exchange_end timestamptz not null,
  valid_rule text not null check (valid_rule in ('1', '2')),
  valid_to date,
  valid_days int check (valid_days between 1 and 3650),
  store_scope text not null check (store_scope in ('1', '2')),
  retail_store_nos jsonb not null default '[]' check (jsonb_typeof(retail_store_nos) = 'array'),
  per_order_limit int not null check (per_order_limit between 1 and 999),
  per_corporate_monthly int not null check (per_corporate_monthly between 1 and 999),
  channels jsonb not null check (jsonb_typeof(channels) = 'array'),
  display_order int not null check (display_order between 1 and 999),
  -- Image as a data URL.
  image text not null,
  usage_note text not null check (char_length(usage_note) <= 1000),
  terms text not null check (char_length(terms) <= 20000),
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6', '7', '8')),
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  reject_reason text check (char_length(reject_reason) <= 200),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint coupon_batch_generated check (generated_quantity between 0 and quantity),
  constraint coupon_batch_range check (exchange_end > exchange_start),
  constraint coupon_batch_valid check (case valid_rule when '1' then valid_to is not null else valid_days is not null end),
  constraint coupon_batch_extra check ((extra_quantity is null) = (extra_submitted_by is null)),
  constraint coupon_batch_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index coupon_batch_status on coupon_batch (status);
create index coupon_batch_supplier on coupon_batch (supplier_company_no);

-- Numbers of a supplier that wait to become coupons.
create table coupon_import (
  id bigint generated always as identity primary key,
  coupon_batch_no text not null references coupon_batch (coupon_batch_no) on delete cascade,
  number_hash bytea not null unique,
  number_sealed text not null,
  last4 text not null check (char_length(last4) = 4),
  imported_by text not null,
  imported_at timestamptz not null
);
create index coupon_import_batch on coupon_import (coupon_batch_no, id);

-- Numbers of orders; a sequence, because a gap-free series would let one exchange wait for the commit of another.
create sequence exchange_order_number;

create table exchange_order (
  id bigint primary key default random_id(),
  order_no text not null unique check (order_no ~ '^EX[0-9]{14}$'),
  -- ExchangeChannel: 1 serials, 2 account of a corporate member.
  channel text not null check (channel in ('1', '2')),
  -- Owner of the account, or of the serials when they are one member's.
  corporate_no text references corporate_member (corporate_no),
  -- Made by the client when its form opened: the same key is the same order, however often it is sent.
  owner_key text not null,
  order_key text not null check (order_key ~ '^[A-Za-z0-9-]{16,64}$'),
  request_hash text not null,
  ordered_at timestamptz not null,
  quantity int not null check (quantity >= 1),
  points bigint not null check (points >= 1),
  refunded_points bigint not null default 0,
  face_amount numeric(14, 0) not null check (face_amount >= 0),
  -- ExchangeStatus; an order that fails leaves nothing.
  status text not null default '2' check (status in ('2', '3')),
  cancelled_by text,
  cancelled_at timestamptz,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint exchange_order_key unique (channel, owner_key, order_key),
  constraint exchange_order_account check (channel = '1' or corporate_no is not null),
  constraint exchange_order_refunded check (refunded_points between 0 and points),
  constraint exchange_order_cancelled check ((status = '3') = (cancelled_at is not null))
);
create index exchange_order_ordered_at on exchange_order (ordered_at desc);
create index exchange_order_corporate on exchange_order (corporate_no, ordered_at desc);

-- Which posting of the ledger paid for an order: one for an account, one per batch of serials.
create table exchange_posting (
  order_id bigint not null references exchange_order (id),
  line_no int not null,
  -- Null for the account of a corporate member.
  holder_no text,
  transaction_id bigint not null,
  transaction_no text not null,
  points bigint not null check (points >= 1),
  refunded_points bigint not null default 0,
  primary key (order_id, line_no),
  constraint exchange_posting_refunded check (refunded_points between 0 and points)
);

-- So many coupons of one product for one recipient.
create table exchange_line (
  id bigint primary key default random_id(),
  order_id bigint not null references exchange_order (id),
  line_no int not null,
  coupon_batch_no text not null references coupon_batch (coupon_batch_no),
  quantity int not null check (quantity >= 1),
  points bigint not null check (points >= 1),
  face_amount numeric(14, 0) not null,
  recipient_name text not null,
  recipient_mobile text not null,
  recipient_email text not null,
  constraint exchange_line_place unique (order_id, line_no)
);
create index exchange_line_batch on exchange_line (coupon_batch_no);

create table coupon (
  id bigint primary key default random_id(),
  coupon_batch_no text not null references coupon_batch (coupon_batch_no),
  -- Place in its batch: coupons leave in this order.
  serial_no int not null check (serial_no >= 1),
  number_hash bytea not null unique,
  number_sealed text not null,
  last4 text not null check (char_length(last4) = 4),
  -- CouponStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  line_id bigint references exchange_line (id),
  -- What was paid for it.
  points bigint,
  refunded_at timestamptz,
  issued_at timestamptz,
  expire_date date,
  extended_at timestamptz,
  used_at timestamptz,
  used_retail_store_no text references retail_store (retail_store_no),
  used_platform_no text,
  used_external_txn_no text check (char_length(used_external_txn_no) <= 40),
  voided_at timestamptz,
  void_reason text check (char_length(void_reason) <= 200),
  -- The mail it was last sent with.
  mail_id bigint,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint coupon_place unique (coupon_batch_no, serial_no),
  constraint coupon_issued check ((status in ('2', '3', '5')) <= (line_id is not null and issued_at is not null and expire_date is not null)),
  constraint coupon_unissued check (status <> '1' or line_id is null),
  constraint coupon_used check ((status = '3') = (used_at is not null)),
  constraint coupon_refunded check (refunded_at is null or status = '4')
);
create index coupon_stock on coupon (coupon_batch_no, status, serial_no);
create index coupon_line on coupon (line_id) where line_id is not null;
create index coupon_expire on coupon (expire_date) where status = '2';
create index coupon_issued_at on coupon (issued_at desc) where issued_at is not null;
create index coupon_mail on coupon (mail_id) where mail_id is not null;

-- The steps of CouponStatus, whoever writes: no coupon is given out twice, none comes back from the dead.
create function coupon_step() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status || new.status) not in ('12', '14', '23', '32', '24', '25', '52') then
    raise exception 'coupon % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation', constraint = 'coupon_step';
  end if;
  if old.line_id is not null and new.line_id is distinct from old.line_id then
    raise exception 'coupon % belongs to an order already', old.id using errcode = 'check_violation', constraint = 'coupon_step';
  end if;
  return new;
end $$;
create trigger coupon_step before update on coupon for each row execute function coupon_step();

-- Takes so many coupons of a product for a line of an order, without waiting for others who do the same: what they hold is passed over.
-- Returns what it got; the caller refuses when that is less than wanted.
create function coupon_take(line exchange_line, valid_until date, taken_at timestamptz) returns table (id bigint, number_sealed text)
language plpgsql as $$
begin
  return query
  with free as (
    select c.id as free_id from coupon c
    where c.coupon_batch_no = line.coupon_batch_no and c.status = '1'
    order by c.serial_no limit line.quantity for update skip locked
  )
  update coupon c set status = '2', line_id = line.id, points = line.points / line.quantity, issued_at = taken_at, expire_date = valid_until,
    row_version = c.row_version + 1, updated_at = taken_at
  from free where c.id = free.free_id
  returning c.id, c.number_sealed;
end $$;

create view coupon_batch_view as
select b.*, n.unissued, n.issued, n.used, n.void, n.expired,
  case when b.source = '2' then (select count(*)::int from coupon_import i where i.coupon_batch_no = b.coupon_batch_no) else 0 end as imported_quantity,
  b.status = '4' and n.unissued < b.safety_stock as is_low_stock
from coupon_batch b
cross join lateral (
  select count(*) filter (where c.status = '1')::int as unissued, count(*) filter (where c.status = '2')::int as issued,
    count(*) filter (where c.status = '3')::int as used, count(*) filter (where c.status = '4')::int as void,
    count(*) filter (where c.status = '5')::int as expired
  from coupon c where c.coupon_batch_no = b.coupon_batch_no
) n;

create view coupon_view as
select c.*, '************' || c.last4 as coupon_no, b.coupon_name, b.coupon_type, b.face_value, b.supplier_company_no, o.order_no, o.corporate_no,
  l.recipient_name, l.recipient_mobile, l.recipient_email, m.sent_at,
  case when c.mail_id is null then '0' when m.status = 'failed' then '2' when m.status = 'waiting' then '0' else '1' end as sent_status
from coupon c
join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
left join exchange_line l on l.id = c.line_id
left join exchange_order o on o.id = l.order_id
left join mail_outbox m on m.id = c.mail_id;

create view exchange_line_view as
select l.id, l.line_no, l.order_id, o.order_no, o.ordered_at, o.channel, o.corporate_no, l.coupon_batch_no, b.coupon_name, b.supplier_company_no,
  l.quantity, l.points, l.face_amount, l.recipient_name, l.recipient_email, o.status, o.cancelled_by, o.cancelled_at,
  (select string_agg(p.transaction_no, '、' order by p.line_no) from exchange_posting p where p.order_id = o.id) as transaction_no,
  (select count(*)::int from exchange_line ol join coupon c on c.line_id = ol.id where ol.order_id = o.id and c.status = '3') as used_count
from exchange_line l
join exchange_order o on o.id = l.order_id
join coupon_batch b on b.coupon_batch_no = l.coupon_batch_no;

-- What became of the coupons given out in a range of days, by product, month of issue, supplier or outlet of use (domain 4.16).
-- `companies` null = all; else only theirs, and each group stays within one of them.
create function coupon_usage(wanted_group text, date_from date, date_to date, companies text[])
returns table (id bigint, group_by text, issued_date date, group_label text, coupon_batch_no text, coupon_name text, supplier_company_no text,
  period_no text, retail_store_no text, issued_count int, used_count int, void_count int, expired_count int, open_count int,
  usage_rate numeric, expiry_rate numeric, issued_points bigint, face_used bigint, settle_amount bigint, average_days_to_use numeric)
language sql stable as $$
  with given as (
    select c.status, c.points, c.issued_at, c.used_at, b.coupon_batch_no as batch_no, b.coupon_name as name, b.supplier_company_no as supplier_no,
      b.face_value, case when b.settle_basis = '1' then b.settle_price else 0 end as settle_price,
      to_char(c.issued_at at time zone 'Asia/Taipei', 'YYYYMM') as month, c.used_retail_store_no as store_no
    from coupon c join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
    where c.issued_at >= date_from::timestamp at time zone 'Asia/Taipei' and c.issued_at < (date_to + 1)::timestamp at time zone 'Asia/Taipei'
      and (companies is null or b.supplier_company_no = any (companies)) and (wanted_group <> '4' or c.status = '3')
  ), grouped as (
    select case wanted_group when '1' then batch_no end as batch_no,
      case when wanted_group in ('1', '3', '4') or companies is not null then supplier_no end as supplier_no,
      case wanted_group when '2' then month end as month,
      case wanted_group when '4' then store_no end as store_no,
      min(name) as name, count(*)::int as given, count(*) filter (where status = '3')::int as used,
      count(*) filter (where status = '4')::int as void, count(*) filter (where status = '5')::int as expired,
      count(*) filter (where status = '2')::int as open, sum(points)::bigint as points,
      coalesce(sum(face_value) filter (where status = '3'), 0)::bigint as face_used,
      round(coalesce(sum(settle_price) filter (where status = '3'), 0))::bigint as settled,
      avg(extract(epoch from used_at - issued_at) / 86400) filter (where status = '3') as days
    from given group by 1, 2, 3, 4
  )
  select row_number() over (order by g.batch_no, g.month, g.supplier_no, g.store_no), wanted_group, date_from,
    case wanted_group when '1' then g.name when '2' then substr(g.month, 1, 4) || '年' || substr(g.month, 5) || '月'
      when '3' then s.company_short_name else r.store_name end,
    g.batch_no, case wanted_group when '1' then g.name end, g.supplier_no, g.month, g.store_no,
    g.given, g.used, g.void, g.expired, g.open,
    round(100.0 * g.used / nullif(g.given - g.void, 0), 2), round(100.0 * g.expired / nullif(g.given - g.void, 0), 2),
    g.points, g.face_used, g.settled, round(g.days::numeric, 1)
  from grouped g
  left join company s on s.company_no = g.supplier_no
  left join retail_store r on r.retail_store_no = g.store_no
$$;

-- Orders of one owner, and copies of one order, one after another; ends with the transaction.
create function exchange_lock(name text) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('exchange ' || name, 0))
$$;

-- The engine reads the report from the function above; this is its shape.
create view coupon_usage_view as
select u.id, u.group_by, u.issued_date, u.group_label, u.coupon_batch_no, u.coupon_name, u.supplier_company_no, u.period_no, u.retail_store_no,
  u.issued_count, u.used_count, u.void_count, u.expired_count, u.open_count, u.usage_rate::numeric(5, 2) as usage_rate,
  u.expiry_rate::numeric(5, 2) as expiry_rate, u.issued_points, u.face_used, u.settle_amount,
  u.average_days_to_use::numeric(6, 1) as average_days_to_use
from coupon_usage('1', current_date, current_date, null) u where false;
