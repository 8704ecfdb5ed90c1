-- Accounts, roles, sessions and tokens (domain 3.1, 4.3, 6).

create table app_role (
  id bigint primary key default random_id(),
  role_code text not null unique check (role_code ~ '^[A-Za-z0-9]{1,30}$'),
  role_name text not null unique check (char_length(role_name) <= 50),
  user_type text not null check (user_type in ('1', '2', '3')),
  description text check (char_length(description) <= 200),
  permissions jsonb not null check (jsonb_typeof(permissions) = 'array'),
  is_enabled boolean not null default true,
  is_system boolean not null default false,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);

create table app_user (
  id bigint primary key default random_id(),
  -- Letters, digits, dot and underscore; the account of a portal user is an e-mail address.
  user_name text not null check (char_length(user_name) between 4 and 100),
  full_name text not null check (char_length(full_name) <= 50),
  email text not null check (char_length(email) <= 100),
  phone_number text check (char_length(phone_number) <= 20),
  job_title text check (char_length(job_title) <= 50),
  user_type text not null check (user_type in ('1', '2', '3')),
  -- Merchant of a merchant user.
  company_no text,
  -- Corporate member of a portal user.
  corporate_no text,
  reward_point_id text,
  -- Codes of app_role.
  roles jsonb not null check (jsonb_typeof(roles) = 'array'),
  -- 0 disabled, 1 enabled, 2 locked. A lock with an end comes from wrong passwords and blocks sign-in only;
  -- a lock without an end was set by an administrator and ends the sessions also.
  status text not null default '1' check (status in ('0', '1', '2')),
  is_enabled boolean not null default true,
  locked_until timestamptz,
  last_login_at timestamptz,
  -- PHC string: algorithm, parameters, salt and hash. Null: nobody can sign in with a password yet.
  password_hash text,
  password_changed_at timestamptz,
  limit_date date,
  must_change_password boolean not null default false,
  -- Raised by every change that claims carry; an access token of another version is refused.
  user_version int not null default 1,
  deleted_at timestamptz,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint app_user_merchant check ((user_type = '2') = (company_no is not null)),
  constraint app_user_disabled check ((status = '0') = (not is_enabled))
);

-- Names of deleted accounts stay taken: logs speak of them.
create unique index app_user_name on app_user (lower(user_name));
create index app_user_roles on app_user using gin (roles jsonb_path_ops);
create index app_user_company on app_user (company_no) where company_no is not null;

create table password_history (
  user_id bigint not null references app_user (id),
  changed_at timestamptz not null,
  password_hash text not null,
  sequence bigint generated always as identity,
  primary key (user_id, sequence)
);

-- Wrong passwords in a row, by client and account name, for names that exist and names that do not.
create table login_attempt (
  account_key text primary key,
  failed_count int not null check (failed_count >= 0),
  locked_until timestamptz,
  tried_at timestamptz not null
);
create index login_attempt_tried_at on login_attempt (tried_at);

create table session (
  id text primary key,
  user_id bigint not null references app_user (id),
  client_id text not null check (client_id in ('console', 'portal')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  ended_at timestamptz,
  end_reason text,
  constraint session_ended check ((ended_at is null) = (end_reason is null))
);
create index session_open on session (user_id) where ended_at is null;
create index session_expires_at on session (expires_at);

create table refresh_token (
  token_hash text primary key,
  session_id text not null references session (id) on delete cascade,
  generation int not null check (generation >= 1),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_token_generation unique (session_id, generation)
);

create table password_reset (
  id bigint primary key default random_id(),
  user_id bigint not null references app_user (id),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id, created_at desc);

-- Captchas that were answered; kept until the challenge would have ended anyway.
create table used_captcha (
  nonce text primary key,
  expires_at timestamptz not null
);

-- One-time tickets to the external site for the portal's contents (domain 4.17). Hashes only; a row is gone once its ticket is used.
create table content_ticket (
  ticket_hash text primary key,
  user_name text not null,
  expires_at timestamptz not null
);
