-- Approved settings (domain 3.3, 4.5): conversions, monthly and yearly discounts, extra points of co-branded cards.

create table point_exchange (
  id bigint primary key default random_id(),
  point_exchange_no text not null unique,
  company_no text not null references company (company_no),
  partner_point_name text not null check (char_length(partner_point_name) <= 30),
  -- ExchangeDirection: 1 in (partner to platform), 2 out.
  direction text not null check (direction in ('1', '2')),
  partner_points bigint not null check (partner_points between 1 and 9999999999),
  platform_points bigint not null check (platform_points between 1 and 9999999999),
  min_points bigint not null check (min_points between 1 and 9999999999),
  step_points bigint not null check (step_points between 1 and 9999999999),
  daily_limit bigint check (daily_limit >= 1),
  monthly_limit bigint check (monthly_limit >= 1),
  unit_price numeric(12, 4) not null check (unit_price between 0 and 99),
  start_date date not null,
  end_date date not null,
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references point_exchange (id),
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
  -- Multiples of the source side of the ratio, so that every accepted number of points converts without a rest.
  constraint point_exchange_multiples check (
    min_points % case direction when '1' then partner_points else platform_points end = 0
    and step_points % case direction when '1' then partner_points else platform_points end = 0
  ),
  constraint point_exchange_limits check (daily_limit is null or monthly_limit is null or monthly_limit >= daily_limit),
  constraint point_exchange_range check (end_date >= start_date or status in ('3', '5')),
  constraint point_exchange_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index point_exchange_company on point_exchange (company_no, direction, status, start_date, end_date);
create unique index point_exchange_successor on point_exchange (previous_id) where previous_id is not null and status <> '5';

create table company_discount (
  id bigint primary key default random_id(),
  discount_no text not null unique,
  company_no text not null references company (company_no),
  -- FeeType: 1 award fee, 2 processing fee of redeemed points.
  fee_type text not null check (fee_type in ('1', '2')),
  combine_group boolean not null,
  start_month text not null check (start_month ~ '^[0-9]{4}(0[1-9]|1[0-2])$'),
  end_month text not null check (end_month ~ '^[0-9]{4}(0[1-9]|1[0-2])$'),
  -- [{conditionSeq, conditionPoint, discountRate}].
  tiers jsonb not null check (jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) between 1 and 10),
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references company_discount (id),
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
  constraint company_discount_range check (end_month >= start_month or status in ('3', '5')),
  constraint company_discount_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index company_discount_company on company_discount (company_no, fee_type, status, start_month, end_month);
create unique index company_discount_successor on company_discount (previous_id) where previous_id is not null and status <> '5';

create table yearly_discount (
  id bigint primary key default random_id(),
  yearly_discount_no text not null unique,
  company_no text not null references company (company_no),
  year int not null check (year between 2000 and 2100),
  fee_type text not null check (fee_type in ('1', '2')),
  combine_group boolean not null,
  tiers jsonb not null check (jsonb_typeof(tiers) = 'array' and jsonb_array_length(tiers) between 1 and 10),
  -- YearlyStatus; moved on by the yearly close only.
  settled_status text not null default '1' check (settled_status in ('1', '2', '3', '4')),
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references yearly_discount (id),
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
  constraint yearly_discount_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create unique index yearly_discount_approved on yearly_discount (company_no, year, fee_type) where status = '3';
create unique index yearly_discount_successor on yearly_discount (previous_id) where previous_id is not null and status <> '5';

create table payer_extra_ratio (
  id bigint primary key default random_id(),
  extra_ratio_no text not null unique,
  payer_company_no text not null references company (company_no),
  -- Null = every company, every card.
  company_no text references company (company_no),
  card_type text,
  card_prefixes jsonb not null check (jsonb_typeof(card_prefixes) = 'array' and jsonb_array_length(card_prefixes) >= 1),
  -- BaseBearer: 1 the company, 2 the payer.
  base_bearer text not null check (base_bearer in ('1', '2')),
  extra_ratio numeric(6, 2) not null check (extra_ratio between 0 and 1000),
  payer_share_ratio numeric(4, 1) not null check (payer_share_ratio between 0 and 100),
  monthly_cap_points bigint check (monthly_cap_points >= 1),
  unit_price numeric(12, 4) not null check (unit_price between 0 and 99),
  priority int not null check (priority between 1 and 99),
  start_date date not null,
  end_date date not null,
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references payer_extra_ratio (id),
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
  constraint payer_extra_ratio_range check (end_date >= start_date or status in ('3', '5')),
  constraint payer_extra_ratio_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index payer_extra_ratio_payer on payer_extra_ratio (payer_company_no, status, start_date, end_date);
create unique index payer_extra_ratio_successor on payer_extra_ratio (previous_id) where previous_id is not null and status <> '5';
