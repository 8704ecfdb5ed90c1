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
  line_count int not null check (line_count = jsonb_array_length(lines)),
  total_points bigint not null check (total_points >= 1),
  description text not null check (char_length(description) between 1 and 500),
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
-- Corrected by an opposite sheet, never changed.
create function adjustment_sheet_keep_posted() returns trigger language plpgsql as $$
begin
  raise exception 'an approved adjustment sheet is kept' using errcode = 'restrict_violation';
end
$$;
create trigger adjustment_sheet_posted before update or delete on adjustment_sheet
  for each row when (old.status = '3') execute function adjustment_sheet_keep_posted();
