-- Records without a table of their own, histories, change requests and what screens remember.

-- An entity without `table` is stored here; the whole record is one JSON object.
create table record_document (
  id bigint primary key default random_id(),
  entity text not null,
  body jsonb not null,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz not null default now(),
  constraint record_document_body check (jsonb_typeof(body) = 'object')
);
create index record_document_entity on record_document (entity, id);

-- What `x-unique` and `unique` promise for JSON records. `value` is the JSON text of the values in field order.
create table record_document_unique (
  entity text not null,
  constraint_name text not null,
  value text not null,
  record_id bigint not null references record_document (id) on delete cascade,
  primary key (entity, constraint_name, value)
);
create index record_document_unique_record on record_document_unique (record_id);

create table record_history (
  id bigint primary key default random_id(),
  entity text not null,
  record_id bigint not null,
  action text not null,
  label text not null,
  from_state text,
  to_state text,
  remark text,
  user_name text not null,
  occurred_at timestamptz not null,
  -- Company, number and name of the record as they were on that day, so that a record that was removed since can still be found in
  -- 特約商異動紀錄.
  company_no text,
  record_no text,
  record_label text,
  -- Order of entries that carry the same time.
  sequence bigint generated always as identity
);
create index record_history_record on record_history (entity, record_id, sequence desc);
create index record_history_company_log on record_history (occurred_at desc)
  where entity in (
    'company', 'retailStore', 'rewardPoint', 'companyGroup', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio');

create table record_change (
  history_id bigint not null references record_history (id),
  position int not null,
  field text not null,
  title text not null,
  before_value text,
  after_value text,
  primary key (history_id, position)
);

-- A change of fields that need a second person; the old values stay in force until it is applied.
create table change_request (
  id bigint primary key default random_id(),
  change_no text not null unique,
  entity text not null,
  record_id bigint not null,
  record_label text not null,
  company_no text,
  changes jsonb not null,
  effective_date date not null,
  reason text,
  -- 1 waiting for a decision, 2 approved and waiting for its date, 3 applied, 4 rejected, 5 taken back by who asked for it before anybody
  -- decided.
  status text not null default '1' check (status in ('1', '2', '3', '4', '5')),
  submitted_by text not null,
  submitted_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  reject_reason text,
  applied_at timestamptz,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz not null default now(),
  constraint change_request_maker_checker check (approved_by is null or approved_by <> submitted_by)
);
create unique index change_request_one_open on change_request (entity, record_id) where status in ('1', '2');
create index change_request_due on change_request (effective_date) where status = '2';
-- Prices that were approved are asked for by company with every posting.
create index change_request_company on change_request (record_id, approved_at) where entity = 'company' and status in ('2', '3');

create table user_preference (
  user_id bigint not null,
  uri text not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, uri)
);

-- The last version of each screen document that passed the checker.
create table document_snapshot (
  file text primary key,
  content text not null,
  accepted_at timestamptz not null default now()
);

-- Answers of creates that carried an idempotency key: the same call again gets the first answer and writes nothing.
create table idempotency (
  user_id bigint not null,
  -- Screen and call: the same key means nothing to another operation.
  operation text not null,
  idempotency_key text not null,
  -- SHA-256 of the body: a key comes back with its own body only.
  body_hash text not null,
  -- JSON text; null only inside the transaction that writes the record.
  answer text,
  created_at timestamptz not null,
  primary key (user_id, operation, idempotency_key)
);
create index idempotency_created_at on idempotency (created_at);

-- Large exports: made by a job, offered on the notice board for 24 hours to the one who asked.
create table export_file (
  id bigint primary key default random_id(),
  user_id bigint not null,
  -- Needed to fetch the file, as it was to ask for it.
  permission text not null,
  file_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  total_count int not null check (total_count >= 0),
  done_count int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index export_file_user on export_file (user_id, created_at desc);
create index export_file_expires_at on export_file (expires_at);

-- The bytes, in the database so that every server process can send them and a backup of one moment is whole.
create table export_file_chunk (
  file_id bigint not null references export_file (id) on delete cascade,
  position int not null,
  data bytea not null,
  primary key (file_id, position)
);

-- Whole values of masked fields that people looked for: how many different ones each may try in an hour. The values themselves are not
-- kept, only a keyed hash of each.
create table masked_lookup (
  user_name text not null,
  value_hash bytea not null,
  asked_at timestamptz not null,
  primary key (user_name, value_hash)
);
create index masked_lookup_asked_at on masked_lookup (asked_at);

-- How far the rich texts that were stored before the present rules have been cleaned, by place: `<entity>.<field>` or `changeRequest`.
create table html_cleaning (
  place text primary key,
  -- Of the cleaner; higher rules begin anew.
  rules int not null,
  -- Records up to this id are clean.
  last_id bigint not null default 0,
  changed int not null default 0,
  finished_at timestamptz
);

-- Who is downloading an export right now, one row per person, shared by all processes of the server. A row whose time is over belongs to a
-- process that died or to a reader who stopped reading, and stops nobody.
create table export_turn (
  user_id bigint primary key,
  holder uuid not null,
  lease_until timestamptz not null
);
