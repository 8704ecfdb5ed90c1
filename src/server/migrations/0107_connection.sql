-- Systems that call the partner API and their keys (domain 4.4). Keys are AES-256-GCM ciphertext, never plain text.

create table connection_platform (
  id bigint primary key default random_id(),
  platform_no text not null unique check (platform_no ~ '^P[0-9]{4}$'),
  platform_name text not null unique check (char_length(platform_name) <= 50),
  platform_type text not null,
  company_nos jsonb not null check (jsonb_typeof(company_nos) = 'array' and jsonb_array_length(company_nos) >= 1),
  allowed_apis jsonb not null check (jsonb_typeof(allowed_apis) = 'array' and jsonb_array_length(allowed_apis) >= 1),
  ip_whitelist jsonb not null default '[]' check (jsonb_typeof(ip_whitelist) = 'array'),
  rate_limit_per_minute int not null default 600 check (rate_limit_per_minute between 1 and 60000),
  -- What people may see: the last 4 characters. The keys themselves are in connection_platform_key.
  aes_key text not null check (char_length(aes_key) <= 12),
  aes_iv text not null check (char_length(aes_iv) <= 12),
  key_version int not null default 1 check (key_version >= 1),
  key_issued_at timestamptz not null,
  old_key_valid_to timestamptz,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  status text not null check (status in ('0', '1')),
  last_call_at timestamptz,
  call_count_today int not null default 0,
  error_count_today int not null default 0,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index connection_platform_companies on connection_platform using gin (company_nos jsonb_path_ops);

-- At most two keys per platform: the one in force (valid_to null) and the one before it, until its day.
create table connection_platform_key (
  platform_no text not null references connection_platform (platform_no) deferrable initially deferred,
  key_version int not null,
  aes_key_encrypted text not null,
  aes_iv_encrypted text not null,
  issued_at timestamptz not null,
  valid_to timestamptz,
  primary key (platform_no, key_version)
);
create unique index connection_platform_key_in_force on connection_platform_key (platform_no) where valid_to is null;
