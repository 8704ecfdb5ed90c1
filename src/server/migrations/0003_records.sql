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
  check (jsonb_typeof(body) = 'object')
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
  -- Order of entries that carry the same time.
  sequence bigint generated always as identity
);
create index record_history_record on record_history (entity, record_id, sequence desc);

create table record_change (
  history_id bigint not null references record_history (id),
  position int not null,
  field text not null,
  title text not null,
  before_value text,
  after_value text,
  primary key (history_id, position)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger record_history_insert_only before update or delete or truncate on record_history
  for each statement execute function refuse_change();
create trigger record_change_insert_only before update or delete or truncate on record_change
  for each statement execute function refuse_change();

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
  -- 1 waiting for a decision, 2 approved and waiting for its date, 3 applied, 4 rejected
  status text not null default '1' check (status in ('1', '2', '3', '4')),
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
  check (approved_by is null or approved_by <> submitted_by)
);
create unique index change_request_one_open on change_request (entity, record_id) where status in ('1', '2');
create index change_request_due on change_request (effective_date) where status = '2';

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
