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
  -- What a reader may see: the last 4 characters after the key was shown once.
  aes_key text not null,
  aes_iv text not null,
  aes_key_encrypted text not null,
  aes_iv_encrypted text not null,
  old_aes_key_encrypted text,
  old_aes_iv_encrypted text,
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
  updated_at timestamptz,
  constraint connection_platform_keys_are_masked check (char_length(aes_key) <= 12 and char_length(aes_iv) <= 12),
  constraint connection_platform_old_key check ((old_aes_key_encrypted is null) = (old_key_valid_to is null))
);
create index connection_platform_companies on connection_platform using gin (company_nos jsonb_path_ops);
