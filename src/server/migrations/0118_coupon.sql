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
