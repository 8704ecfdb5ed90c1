-- Announcements and who has read them (domain 4.2, 4.6).

create table announcement (
  id bigint primary key default random_id(),
  announcement_no text not null unique,
  category text not null,
  title text not null check (char_length(title) <= 100),
  content text not null check (char_length(content) <= 20000),
  image text,
  audience jsonb not null check (jsonb_typeof(audience) = 'array' and jsonb_array_length(audience) >= 1),
  company_nos jsonb not null default '[]' check (jsonb_typeof(company_nos) = 'array'),
  start_at timestamptz not null,
  end_at timestamptz not null,
  is_pinned boolean not null default false,
  status text not null default '1' check (status in ('1', '2', '3')),
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint announcement_range check (end_at > start_at)
);
create index announcement_board on announcement (status, start_at desc, end_at);

create table announcement_read (
  announcement_id bigint not null references announcement (id) on delete cascade,
  user_name text not null,
  read_at timestamptz not null default now(),
  primary key (announcement_id, user_name)
);
