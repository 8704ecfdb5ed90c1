-- What every area stands on: number series, logs, jobs, outgoing mail and limits of tries. Ids come from `random_id`.

-- Gap-free numbers per series and period (document numbers). The row lock lasts until the caller's transaction ends.
create table number_series (
  series text not null,
  period text not null,
  last_number bigint not null check (last_number > 0),
  primary key (series, period)
);

-- Facts about this installation (demo data written, ...), one row per fact.
create table installation_fact (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- System activity: sign-ins, API calls, jobs, mails (domain 4.10). `detail` is JSON text.
create table activity_log (
  id bigint primary key default random_id(),
  occurred_at timestamptz not null default now(),
  log_category text not null check (log_category in ('1', '2', '3', '4', '5', '6')),
  log_level text not null default '1' check (log_level in ('1', '2', '3')),
  user_name text,
  platform_no text,
  method text,
  path text,
  status_code int,
  duration_ms int check (duration_ms >= 0),
  ip_address text,
  user_agent text,
  request_id text,
  message text not null,
  detail text,
  -- Which job a row tells about, so that the row can show how far that job is and run it again.
  job_id bigint,
  -- Which mail a row tells about. Its text never gets into the log, which cannot be wiped.
  mail_id bigint,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index activity_log_occurred_at on activity_log (occurred_at desc, id);
create index activity_log_job on activity_log (job_id) where job_id is not null;
create index activity_log_request_id on activity_log (request_id) where request_id is not null;

-- Who did what (domain 4.10). `before` and `after` are JSON texts with secrets masked.
create table user_action_log (
  id bigint primary key default random_id(),
  occurred_at timestamptz not null default now(),
  user_name text not null,
  full_name text not null,
  company_no text,
  user_action_type text not null,
  action text not null,
  entity text,
  entity_id text,
  before text,
  after text,
  ip_address text,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index user_action_log_occurred_at on user_action_log (occurred_at desc, id);
create index user_action_log_user_name on user_action_log (user_name, occurred_at desc);
create index user_action_log_entity on user_action_log (entity, entity_id);

-- When a repeated job is due next. One row per name, so that several processes agree.
create table job_schedule (
  name text primary key,
  next_run_at timestamptz not null
);

-- Work to be done once, taken with FOR UPDATE SKIP LOCKED. A running row whose lease ran out is taken again.
create table job (
  id bigint primary key default random_id(),
  name text not null,
  payload jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  lease_until timestamptz,
  lease_holder text,
  progress jsonb,
  result jsonb,
  error text,
  requested_by text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index job_open on job (run_at) where status in ('waiting', 'running');
create index job_name on job (name, created_at desc);

-- Outgoing mail, written in the transaction that decides it and sent by a job.
create table mail_outbox (
  id bigint primary key default random_id(),
  recipient text not null,
  subject text not null,
  -- The text is kept sealed: it may hold a coupon, a first password or a link. It is wiped when the mail has gone out, or when
  -- nobody needs it any more.
  sealed text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'recorded', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mail_outbox_sealed check (status <> 'waiting' or sealed is not null),
  -- The text is read by its recipient alone.
  constraint mail_outbox_unreadable check (sealed is null or status in ('waiting', 'failed'))
);
create index mail_outbox_waiting on mail_outbox (next_attempt_at) where status = 'waiting';
create index mail_outbox_kept on mail_outbox (created_at) where sealed is not null;

-- Tries that are limited per caller (an address, an account name): counted here, not in a process, so that a limit is one limit however many
-- servers there are, and a restart forgives nothing. Unlogged: a crash of the database forgives, which costs an attacker more than it gives.
create unlogged table try_count (
  -- What is limited, and a hash of whom: what people type into the account field by mistake may be a password.
  limit_key text primary key,
  tries int not null check (tries >= 0),
  ends_at timestamptz not null
);
create index try_count_ends_at on try_count (ends_at);
