-- Orders of points by corporate members, point serials and physical cards (domain 3.4, 4.12).
-- What opens a serial or a card is nowhere in clear: numbers and pins as keyed hashes, the list for its owner sealed.

create table corporate_settlement (
  id bigint primary key default random_id(),
  settlement_no text not null unique check (settlement_no ~ '^SB[0-9]{10}$'),
  corporate_no text not null references corporate_member (corporate_no),
  -- DeliveryMethod: 1 file of serials, 2 into the account, 3 physical cards.
  delivery_method text not null check (delivery_method in ('1', '2', '3')),
  points_per_serial bigint not null check (points_per_serial between 1 and 100000),
  quantity int not null check (quantity between 1 and 50000),
  total_points bigint not null,
  unit_price numeric(12, 4) not null check (unit_price >= 0),
  discount_rate numeric(4, 1) not null check (discount_rate between 0 and 100),
  sales_amount numeric(14, 0) not null check (sales_amount >= 0),
  tax_amount numeric(14, 0) not null check (tax_amount >= 0),
  total_amount numeric(14, 0) not null,
  valid_from date not null,
  valid_to date not null,
  purpose text check (char_length(purpose) <= 200),
  -- OrderSource: 1 written by staff, 2 asked for by the member on the portal: a draft that staff price, submit and approve as their own.
  order_source text not null default '1' check (order_source in ('1', '2')),
  -- Given with the approval: the row of 點數中心銷售 for this order.
  sale_no text unique check (sale_no ~ '^CS[0-9]{12}$'),
  sale_date date,
  invoice_no text unique check (invoice_no ~ '^[A-Z]{2}[0-9]{8}$'),
  invoice_date date,
  -- PaymentStatus.
  payment_status text not null default '0' check (payment_status in ('0', '1', '2', '3')),
  received_amount numeric(14, 0) not null default 0 check (received_amount >= 0),
  received_date date,
  received_ref text check (char_length(received_ref) <= 30),
  -- SerialBatchStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6', '7', '8')),
  -- Serials or cards made of `quantity` so far.
  generated_count int not null default 0,
  generated_at timestamptz,
  delivered_at timestamptz,
  void_reason text check (char_length(void_reason) <= 200),
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  reject_reason text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint corporate_settlement_points check (total_points = points_per_serial * quantity),
  constraint corporate_settlement_account check (delivery_method <> '2' or quantity = 1),
  constraint corporate_settlement_amounts check (total_amount = sales_amount + tax_amount and received_amount <= total_amount),
  constraint corporate_settlement_valid check (valid_to > valid_from),
  constraint corporate_settlement_invoice check ((invoice_no is null) = (invoice_date is null)),
  constraint corporate_settlement_sale check ((sale_no is null) = (sale_date is null)),
  constraint corporate_settlement_generated_count check (generated_count between 0 and quantity),
  constraint corporate_settlement_generated check ((status in ('4', '5', '6')) <= (generated_at is not null)),
  constraint corporate_settlement_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index corporate_settlement_corporate on corporate_settlement (corporate_no, settlement_no desc);
create index corporate_settlement_status on corporate_settlement (status);
create index corporate_settlement_request on corporate_settlement (corporate_no, created_at) where order_source = '2';

create table point_serial (
  id bigint primary key default random_id(),
  settlement_no text not null references corporate_settlement (settlement_no),
  -- Owner of the ledger's SERIAL account that holds the points.
  holder_no text not null,
  number_hash bytea not null unique,
  pin_hash bytea not null,
  last4 text not null check (char_length(last4) = 4),
  points bigint not null check (points between 1 and 100000),
  remaining_points bigint not null,
  -- SerialStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6', '7')),
  valid_from date not null,
  expire_date date not null,
  wrong_pins int not null default 0 check (wrong_pins between 0 and 5),
  -- Who froze it: wrong pins or staff.
  frozen_by text check (frozen_by in ('pin', 'staff')),
  used_at timestamptz,
  order_no text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint point_serial_remaining check (remaining_points between 0 and points),
  constraint point_serial_spent check ((status in ('4', '5', '6')) = (remaining_points = 0)),
  constraint point_serial_frozen check ((status = '7') = (frozen_by is not null))
);
create index point_serial_settlement on point_serial (settlement_no, id);
create index point_serial_expire on point_serial (expire_date) where status in ('2', '3');

create table coupon_card (
  id bigint primary key default random_id(),
  card_batch_no text not null check (card_batch_no ~ '^CD[0-9]{10}$'),
  card_no text not null unique check (card_no ~ '^8801[0-9]{12}$'),
  settlement_no text references corporate_settlement (settlement_no),
  -- The settlement, or the batch of cards that nobody ordered.
  holder_no text not null,
  pin_hash bytea not null,
  points bigint not null check (points between 1 and 100000),
  -- 0 until the card is activated.
  remaining_points bigint not null default 0,
  card_vendor text check (char_length(card_vendor) <= 50),
  company_no text references company (company_no),
  -- When the card maker's list named this card.
  confirmed_at timestamptz,
  shipped_at timestamptz,
  ship_ref text check (char_length(ship_ref) <= 30),
  activated_at timestamptz,
  activated_by text,
  valid_months int not null check (valid_months between 6 and 36),
  expire_date date,
  -- CardStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5', '6', '7', '8')),
  wrong_pins int not null default 0 check (wrong_pins between 0 and 5),
  frozen_by text check (frozen_by in ('pin', 'staff')),
  used_at timestamptz,
  order_no text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint coupon_card_holder check (holder_no = coalesce(settlement_no, card_batch_no)),
  constraint coupon_card_remaining check (remaining_points between 0 and points),
  constraint coupon_card_active check ((status in ('3', '4', '8')) = (remaining_points > 0)),
  constraint coupon_card_activated check (status not in ('3', '4', '5', '7', '8') or (activated_at is not null and expire_date is not null)),
  constraint coupon_card_frozen check ((status = '8') = (frozen_by is not null))
);
create index coupon_card_batch on coupon_card (card_batch_no, card_no);
create index coupon_card_settlement on coupon_card (settlement_no) where settlement_no is not null;
create index coupon_card_expire on coupon_card (expire_date) where status in ('3', '4');

-- What was taken from a serial or card (negative: given back). points - remaining_points is always the sum of these.
create table serial_use (
  id bigint generated always as identity primary key,
  bearer_kind text not null check (bearer_kind in ('serial', 'card')),
  bearer_id bigint not null,
  holder_no text not null,
  use_kind text not null check (use_kind in ('exchange', 'deposit', 'void', 'expire')),
  points bigint not null check (points <> 0),
  -- orderNo of an exchange; empty for the rest.
  order_no text,
  used_at timestamptz not null,
  constraint serial_use_back check (points > 0 or use_kind = 'exchange')
);
create index serial_use_bearer on serial_use (bearer_kind, bearer_id);
create index serial_use_order on serial_use (order_no) where order_no is not null;
create index serial_use_holder on serial_use (holder_no);

-- Serials with their pins as their owner gets them, sealed piece by piece; gone when the file can no longer be fetched.
create table serial_secret (
  holder_no text not null,
  piece_no int not null check (piece_no >= 0),
  row_count int not null check (row_count > 0),
  sealed text not null,
  primary key (holder_no, piece_no)
);

-- The right to fetch a file of serials: so many times, so long.
create table serial_file (
  holder_no text primary key,
  password_sealed text not null,
  downloads_max int not null check (downloads_max > 0),
  download_count int not null default 0,
  opened_at timestamptz not null,
  valid_to timestamptz not null,
  constraint serial_file_downloads check (download_count between 0 and downloads_max)
);

-- What the screens of orders, serials and cards read.
-- Orders that a corporate member asked for on the portal: drafts that staff price, submit and approve as their own.

-- Serials that a corporate member has mailed to its own people: one serial, one recipient. What opens a serial is not kept here; it is in
-- the sealed list of the order while that exists, and in the mail until it is out.
create table serial_mail (
  serial_id bigint primary key references point_serial (id),
  settlement_no text not null references corporate_settlement (settlement_no),
  recipient_name text not null check (char_length(recipient_name) between 1 and 50),
  recipient_email text not null check (char_length(recipient_email) between 3 and 100),
  -- The newest mail of it; whether it was sent is told by the outbox.
  mail_id bigint not null,
  -- How often it was sent, the first time included.
  mail_count int not null default 1 check (mail_count > 0),
  created_by text not null,
  created_at timestamptz not null
);

-- Nobody gets two serials of one order by mistake.
create unique index serial_mail_recipient on serial_mail (settlement_no, lower(recipient_email));
