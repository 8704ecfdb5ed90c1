-- Merchants, their outlets, groups and reward settings (domain 4.5).

create table company (
  id bigint primary key default random_id(),
  company_no text not null unique check (company_no ~ '^C[0-9]{6}$'),
  company_name text not null check (char_length(company_name) <= 100),
  company_short_name text not null unique check (char_length(company_short_name) <= 20),
  tax_number text not null check (tax_number ~ '^[0-9]{8}$' and tax_number <> '00000000'),
  company_type text not null,
  settlement_mode text not null check (settlement_mode in ('1', '2', '3')),
  is_payer boolean not null default false,
  payg_cycle text check (payg_cycle in ('1', '2', '3', '4')),
  cycle_day int check (cycle_day between 1 and 28),
  bank_stream boolean,
  group_view boolean not null default false,
  responsible_person text not null,
  contact_name text not null,
  contact_phone text not null,
  contact_email text not null,
  finance_contact_name text not null,
  finance_phone text not null,
  finance_email text not null,
  city_code text not null,
  district_code text not null,
  zip_code text not null check (zip_code ~ '^([0-9]{3}|[0-9]{6})$'),
  address text not null,
  invoice_title text not null,
  contract_no text not null,
  contract_start_date date not null,
  contract_end_date date not null,
  contract_status text not null default '1' check (contract_status in ('1', '2', '3', '4', '5', '9')),
  allow_issue boolean not null,
  allow_redeem boolean not null,
  ap_unit_price numeric(12, 4) not null check (ap_unit_price between 0 and 99),
  dp_unit_price numeric(12, 4) not null check (dp_unit_price between 0 and 99),
  dp_proc_fee_rate numeric(5, 2) not null check (dp_proc_fee_rate between 0 and 100),
  min_redeem_points bigint not null check (min_redeem_points >= 1),
  redeem_step bigint not null check (redeem_step >= 1),
  max_redeem_ratio numeric(4, 1) not null check (max_redeem_ratio between 0 and 100),
  prepaid_alert_points bigint check (prepaid_alert_points >= 0),
  -- Kept by the points ledger; nothing else writes it.
  prepaid_balance bigint not null default 0 check (prepaid_balance >= 0),
  payment_term_days int not null check (payment_term_days between 0 and 120),
  bank_code text,
  bank_branch text,
  bank_account text,
  logo text,
  remark text check (char_length(remark) <= 500),
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  reject_reason text,
  suspend_reason text,
  terminate_date date,
  terminate_reason text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint company_contract_range check (contract_end_date > contract_start_date),
  constraint company_payer_cycle check (not is_payer or payg_cycle is not null),
  constraint company_cycle_day check (payg_cycle is distinct from '4' or cycle_day is not null),
  constraint company_bank check (not allow_redeem or (bank_code is not null and bank_branch is not null and bank_account is not null)),
  constraint company_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index company_tax_number on company (tax_number);
create index company_status on company (contract_status, contract_end_date);
create index company_updated_at on company (updated_at desc);

create table company_group (
  id bigint primary key default random_id(),
  company_group_no text not null unique,
  company_group_name text not null unique check (char_length(company_group_name) <= 50),
  parent_company_no text not null references company (company_no),
  combine_discount boolean not null,
  members jsonb not null check (jsonb_typeof(members) = 'array' and jsonb_array_length(members) >= 2),
  status text not null check (status in ('0', '1')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index company_group_members on company_group using gin (members jsonb_path_ops);

create table retail_store (
  id bigint primary key default random_id(),
  retail_store_no text not null unique,
  company_no text not null references company (company_no),
  partner_store_code text not null,
  store_name text not null check (char_length(store_name) <= 60),
  store_type text not null check (store_type in ('1', '2')),
  phone text not null,
  city_code text,
  district_code text,
  zip_code text check (zip_code ~ '^([0-9]{3}|[0-9]{6})$'),
  address text,
  open_time text,
  close_time text,
  open_date date not null,
  close_date date,
  terminal_ids jsonb not null default '[]' check (jsonb_typeof(terminal_ids) = 'array'),
  -- Id of a reward_point of the same company, as text: dictionary keys are text.
  reward_point_id text,
  status text not null check (status in ('0', '1')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint retail_store_partner_code unique (company_no, partner_store_code),
  constraint retail_store_close_date check (close_date is null or close_date >= open_date),
  constraint retail_store_address check (
    store_type <> '1' or (city_code is not null and district_code is not null and zip_code is not null and address is not null)
  )
);
create index retail_store_company on retail_store (company_no, status);
create index retail_store_terminals on retail_store using gin (terminal_ids jsonb_path_ops);

create table reward_point (
  id bigint primary key default random_id(),
  reward_point_no text not null unique,
  company_no text not null references company (company_no),
  reward_point_name text not null check (char_length(reward_point_name) <= 50),
  reward_type text not null check (reward_type in ('1', '2')),
  spend_amount bigint check (spend_amount between 1 and 1000000),
  reward_points bigint not null check (reward_points between 1 and 9999999999),
  rounding_mode text not null check (rounding_mode in ('1', '2')),
  min_spend bigint not null default 0 check (min_spend >= 0),
  max_points_per_txn bigint check (max_points_per_txn >= 1),
  payment_types jsonb not null default '[]' check (jsonb_typeof(payment_types) = 'array'),
  store_scope text not null check (store_scope in ('1', '2')),
  retail_store_nos jsonb not null default '[]' check (jsonb_typeof(retail_store_nos) = 'array'),
  exclude_point_part boolean not null default true,
  expiry_rule text not null check (expiry_rule in ('1', '2', '3', '4')),
  expiry_value int check (expiry_value >= 1),
  expiry_date date,
  effective_delay_days int not null default 0 check (effective_delay_days between 0 and 30),
  priority int not null check (priority between 1 and 99),
  is_default boolean not null,
  start_date date not null,
  end_date date not null,
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references reward_point (id),
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
  constraint reward_point_spend check (reward_type <> '1' or spend_amount is not null),
  constraint reward_point_expiry check (
    (expiry_rule = '1') or (expiry_rule in ('2', '3') and expiry_value is not null) or (expiry_rule = '4' and expiry_date is not null)
  ),
  -- The form asks for a later end; equal when a setting was stopped or replaced on its first day. One that was stopped or replaced before it
  -- began holds on no day: its end is before its beginning.
  constraint reward_point_range check (end_date >= start_date or status in ('3', '5')),
  constraint reward_point_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index reward_point_company on reward_point (company_no, status, start_date, end_date);
-- One living successor per version.
create unique index reward_point_successor on reward_point (previous_id) where previous_id is not null and status <> '5';
