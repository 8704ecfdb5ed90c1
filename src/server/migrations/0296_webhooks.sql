-- Addresses of other systems that documents tell of steps and dates (`notify`), and what was sent to them.
create table webhook (
  id bigint primary key default random_id(),
  -- By which documents name it.
  hook_name text not null unique check (hook_name ~ '^[a-z][A-Za-z0-9]{1,29}$'),
  title text not null check (char_length(title) <= 50),
  url text not null check (char_length(url) <= 300),
  -- What people may see: the last 4 characters. The secret itself is sealed below.
  secret text not null check (char_length(secret) <= 12),
  status text not null check (status in ('0', '1')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);

create table webhook_secret (
  hook_name text primary key references webhook (hook_name) on delete cascade deferrable initially deferred,
  sealed text not null
);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  -- Not a reference: a document may name an address that nobody has set up, and the log says so.
  hook_name text not null,
  event_name text not null,
  title text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  -- Of the last answer; null when there was none.
  answered int,
  problem text,
  -- The sealed body; null once it was accepted.
  sealed text,
  next_at timestamptz not null,
  occurred_at timestamptz not null,
  sent_at timestamptz,
  constraint webhook_delivery_waiting check (status <> 'waiting' or sealed is not null)
);
create index webhook_delivery_due on webhook_delivery (next_at) where status = 'waiting';
create index webhook_delivery_hook on webhook_delivery (hook_name, id desc);
create index webhook_delivery_age on webhook_delivery (occurred_at);
