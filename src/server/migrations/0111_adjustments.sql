-- Limits of debts and adjustment sheets (domain 4.8, 4.9).

-- How far a member may go below zero (domain 4.9), approved like the settings of companies.
create table negative_restriction (
  id bigint primary key default random_id(),
  restriction_no text not null unique check (char_length(restriction_no) <= 12),
  -- NegativeScope: 1 the whole system, 2 returns at a company, 3 one member.
  scope text not null check (scope in ('1', '2', '3')),
  company_no text references company (company_no),
  member_no text references member (member_no),
  limit_points bigint not null check (limit_points between 0 and 9999999999),
  over_limit_action text not null check (over_limit_action in ('1', '2')),
  auto_write_off_days int not null default 0 check (auto_write_off_days = 0 or auto_write_off_days between 30 and 3650),
  auto_write_off_max_points bigint check (auto_write_off_max_points between 1 and 100),
  write_off_bearer text check (write_off_bearer in ('1', '2')),
  start_date date not null,
  end_date date not null,
  -- SettingStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  previous_id bigint references negative_restriction (id),
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
  -- A setting that is replaced before its first day holds on no day.
  constraint negative_restriction_range check (end_date >= start_date or status = '5'),
  constraint negative_restriction_scope check ((scope = '2') = (company_no is not null) and (scope = '3') = (member_no is not null)),
  constraint negative_restriction_write_off check (
    (auto_write_off_days > 0) = (auto_write_off_max_points is not null) and (auto_write_off_days > 0) = (write_off_bearer is not null)),
  constraint negative_restriction_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index negative_restriction_in_force on negative_restriction (scope, company_no, member_no) where status in ('3', '5');

-- Point adjustment sheets (domain 4.8): points added or taken by hand, maker and checker.
create table adjustment_sheet (
  id bigint primary key default random_id(),
  sheet_no text not null unique check (sheet_no ~ '^AJ[0-9]{12,13}$'),
  -- AdjustKind: 1 add, 2 deduct, 3 accounting of a company.
  adjust_kind text not null check (adjust_kind in ('1', '2', '3')),
  reason_code text not null,
  -- CostBearer: 1 company, 2 platform; kind 3 is always between the two.
  cost_bearer text check (cost_bearer in ('1', '2')),
  company_no text references company (company_no),
  retail_store_no text,
  business_date date not null,
  expire_date date,
  company_adjustment text check (company_adjustment in ('1', '2', '3', '4')),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 5000),
  line_count int not null,
  total_points bigint not null check (total_points >= 1),
  description text not null check (char_length(description) between 1 and 500),
  -- Papers that belong to the sheet: pictures and PDFs, each as {name, content} with a base64 data URL.
  attachments jsonb check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 5),
  -- AdjustStatus.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  reject_reason text check (char_length(reject_reason) <= 200),
  -- One per line, once approved.
  transaction_nos jsonb not null default '[]' check (jsonb_typeof(transaction_nos) = 'array'),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint adjustment_sheet_line_count check (line_count = jsonb_array_length(lines)),
  constraint adjustment_sheet_company check (company_no is not null or (adjust_kind <> '3' and cost_bearer = '2')),
  constraint adjustment_sheet_kind check (
    (adjust_kind = '3') = (company_adjustment is not null) and (adjust_kind = '3') = (cost_bearer is null)),
  constraint adjustment_sheet_expire check ((adjust_kind = '1') = (expire_date is not null)),
  constraint adjustment_sheet_posted check ((status = '3') = (jsonb_array_length(transaction_nos) > 0)),
  constraint adjustment_sheet_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index adjustment_sheet_status on adjustment_sheet (status, sheet_no desc);
create index adjustment_sheet_company on adjustment_sheet (company_no, sheet_no desc);
create index adjustment_sheet_business_date on adjustment_sheet (business_date);

-- Debts as people see them (domain 4.9); the ledger writes them.
