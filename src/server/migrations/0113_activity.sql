-- Campaigns (domain 4.13).

-- Campaigns as far as sales look them up by their code (domain 4.13). Their screens come with their own step; until then rows come from
-- the demo data. `status` 3 is approved: whether one runs, has ended or has no budget left follows from dates and counters.
create table activity (
  id bigint primary key default random_id(),
  activity_code text not null unique check (activity_code ~ '^[A-Z0-9]{6,12}$'),
  activity_name text not null check (char_length(activity_name) <= 60),
  -- C000000 = the platform's own.
  company_no text not null,
  -- ActivityType.
  activity_type text not null check (activity_type in ('1', '2', '3', '4', '5')),
  -- CostBearer.
  cost_bearer text not null check (cost_bearer in ('1', '2', '3')),
  platform_share_ratio numeric(4, 1) check (platform_share_ratio between 0 and 100),
  multiplier numeric(3, 1) check (multiplier between 1.1 and 20.0),
  fixed_points bigint check (fixed_points >= 1),
  min_amount bigint check (min_amount >= 0),
  step_amount bigint check (step_amount >= 1),
  start_at timestamptz not null,
  end_at timestamptz not null,
  daily_from text check (daily_from ~ '^([01][0-9]|2[0-3]):00$'),
  daily_to text check (daily_to ~ '^([01][0-9]|2[0-3]):00$'),
  weekdays jsonb not null default '[]' check (jsonb_typeof(weekdays) = 'array'),
  store_scope text not null check (store_scope in ('1', '2')),
  retail_store_nos jsonb not null default '[]' check (jsonb_typeof(retail_store_nos) = 'array'),
  -- MemberScope.
  member_scope text not null check (member_scope in ('1', '2', '3')),
  require_code boolean not null default false,
  budget_points bigint not null check (budget_points >= 1),
  per_txn_max bigint check (per_txn_max >= 1),
  per_member_daily bigint check (per_member_daily >= 1),
  per_member_total bigint check (per_member_total >= 1),
  expiry_rule text not null check (expiry_rule in ('1', '2', '3', '4')),
  expiry_value int check (expiry_value >= 1),
  expiry_date date,
  description text check (char_length(description) <= 1000),
  image text,
  -- Counted with each sale, so that the budget holds.
  used_points bigint not null default 0 check (used_points >= 0),
  -- ActivityStatus as stored.
  status text not null default '1' check (status in ('1', '2', '3', '6', '7')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint activity_range check (end_at > start_at),
  constraint activity_budget check (used_points <= budget_points),
  constraint activity_share check (cost_bearer <> '3' or platform_share_ratio is not null),
  constraint activity_formula check (case activity_type
    when '1' then multiplier is not null
    when '3' then fixed_points is not null and step_amount is not null
    else fixed_points is not null end),
  constraint activity_expiry check (
    (expiry_rule = '1') or (expiry_rule in ('2', '3') and expiry_value is not null) or (expiry_rule = '4' and expiry_date is not null))
);
create index activity_company on activity (company_no, status, end_at);

-- Members of an activity for a list of members.
create table activity_member (
  activity_id bigint not null references activity (id) on delete cascade,
  member_no text not null,
  points bigint check (points >= 1),
  primary key (activity_id, member_no)
);
