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
  constraint negative_restriction_range check (end_date >= start_date),
  constraint negative_restriction_scope check ((scope = '2') = (company_no is not null) and (scope = '3') = (member_no is not null)),
  constraint negative_restriction_write_off check (
    (auto_write_off_days > 0) = (auto_write_off_max_points is not null) and (auto_write_off_days > 0) = (write_off_bearer is not null)),
  constraint negative_restriction_maker_checker check (approved_by is null or submitted_by is null or approved_by <> submitted_by)
);
create index negative_restriction_in_force on negative_restriction (scope, company_no, member_no) where status in ('3', '5');
