-- Anomaly rules, their hits, refused uses of activity codes, and what is looked at after a commit (domain 4.7, 9).

create table warning_rule (
  id bigint primary key default random_id(),
  warning_rule_no text not null unique check (char_length(warning_rule_no) <= 12),
  rule_code text not null check (rule_code ~ '^R(0[1-9]|1[0-2])$'),
  -- WarningScope: 1 the whole system, 2 one company.
  scope text not null check (scope in ('1', '2')),
  company_no text references company (company_no),
  window_minutes int check (window_minutes between 1 and 44640),
  threshold_count int check (threshold_count >= 1),
  threshold_points bigint check (threshold_points >= 1),
  threshold_ratio numeric(4, 1) check (threshold_ratio between 0 and 100),
  -- Hours HH:mm of Taipei; may wrap midnight.
  active_from text check (active_from ~ '^([01][0-9]|2[0-3]):00$'),
  active_to text check (active_to ~ '^([01][0-9]|2[0-3]):00$'),
  severity text not null check (severity in ('1', '2', '3')),
  action text not null check (action in ('1', '2', '3')),
  notify_emails jsonb not null default '[]' check (jsonb_typeof(notify_emails) = 'array'),
  is_enabled boolean not null,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint warning_rule_company check ((scope = '2') = (company_no is not null)),
  constraint warning_rule_hours check ((active_from is null) = (active_to is null) and (active_from is null or active_from <> active_to)),
  -- Only rules that are tested in the posting transaction can refuse it.
  constraint warning_rule_refusal check (action <> '2' or rule_code in ('R01', 'R02', 'R03'))
);
create unique index warning_rule_once on warning_rule (rule_code, scope, coalesce(company_no, ''));

create table warning_transaction (
  id bigint primary key default random_id(),
  warning_no text not null unique check (warning_no ~ '^W[0-9]{14}$'),
  warning_rule_id bigint not null,
  rule_code text not null,
  -- Member, company, outlet, code or address that the rule counts for; with the window it makes one warning out of many hits.
  subject_key text not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  occurred_at timestamptz not null,
  severity text not null,
  company_no text,
  retail_store_no text,
  member_no text,
  transaction_no text,
  txn_kind text,
  points bigint,
  amount bigint,
  -- What was counted, to tell whether a further hit is higher; the texts are what people read.
  measured numeric not null,
  measured_value text not null check (char_length(measured_value) <= 50),
  threshold_value text not null check (char_length(threshold_value) <= 50),
  was_refused boolean not null,
  related_transactions jsonb not null default '[]' check (jsonb_typeof(related_transactions) = 'array'),
  -- AnomalyStatus.
  status text not null default '1' check (status in ('1', '2', '3')),
  handled_by text,
  handled_at timestamptz,
  conclusion text check (conclusion in ('1', '2', '3', '4')),
  remark text check (char_length(remark) <= 500),
  sheet_no text check (char_length(sheet_no) <= 15),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint warning_transaction_window check (window_to >= window_from),
  constraint warning_transaction_refused check (not was_refused or transaction_no is null),
  constraint warning_transaction_closed check (status <> '3' or (conclusion is not null and remark is not null and handled_by is not null))
);
create index warning_transaction_occurred_at on warning_transaction (occurred_at desc);
-- Cases are looked for by key and the time of a hit.
create index warning_transaction_subject on warning_transaction (rule_code, subject_key, occurred_at);
create index warning_transaction_rule on warning_transaction (warning_rule_id, occurred_at);
create index warning_transaction_status on warning_transaction (status, occurred_at desc);
create index warning_transaction_company on warning_transaction (company_no, occurred_at desc);
create index warning_transaction_member on warning_transaction (member_no) where member_no is not null;

-- Uses of an activity code that earned nothing.
create table log_activity_exception (
  id bigint primary key default random_id(),
  exception_no text not null unique check (char_length(exception_no) <= 15),
  occurred_at timestamptz not null,
  activity_code text not null,
  activity_name text,
  -- ActivityExceptionType.
  exception_type text not null check (exception_type ~ '^([1-9]|1[0-3])$'),
  company_no text,
  retail_store_no text,
  platform_no text,
  external_txn_no text check (char_length(external_txn_no) <= 40),
  member_no text,
  amount bigint check (amount >= 0),
  -- What the code would have earned.
  expected_points bigint not null default 0 check (expected_points >= 0),
  message text not null check (char_length(message) <= 200),
  -- AnomalyStatus.
  status text not null default '1' check (status in ('1', '2', '3')),
  handled_by text,
  remark text check (char_length(remark) <= 500),
  -- Adjustment sheet that makes up for it.
  sheet_no text check (char_length(sheet_no) <= 15),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index log_activity_exception_occurred_at on log_activity_exception (occurred_at desc);
create index log_activity_exception_code on log_activity_exception (activity_code, occurred_at);
create index log_activity_exception_company on log_activity_exception (company_no, occurred_at desc);

-- Wrong numbers or pins of serials, of whoever tried; the number itself is not kept.
create table serial_attempt (
  id bigint generated always as identity primary key,
  ip_address text not null,
  occurred_at timestamptz not null,
  platform_no text,
  company_no text
);
create index serial_attempt_address on serial_attempt (ip_address, occurred_at);

-- What the rules look at after the commit of what it tells about. A row that could not be handled stays, with its error.
create table anomaly_outbox (
  id bigint generated always as identity primary key,
  event jsonb not null,
  attempts int not null default 0,
  error text,
  created_at timestamptz not null default now()
);
create index anomaly_outbox_waiting on anomaly_outbox (id) where attempts < 5;
