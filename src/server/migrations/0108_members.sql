-- Members and their cards (domain 4.8).

-- Numbers of members: the digits after 88.
create sequence member_number;

create table member (
  id bigint primary key default random_id(),
  member_no text not null unique check (member_no ~ '^88[0-9]{10}$'),
  mobile text not null unique check (mobile ~ '^09[0-9]{8}$'),
  member_name text not null check (char_length(member_name) between 1 and 50),
  birthday date,
  email text,
  gender text,
  -- MemberStatus: 1 normal, 2 frozen, 3 closed.
  status text not null default '1' check (status in ('1', '2', '3')),
  status_reason text check (char_length(status_reason) <= 200),
  consent_version text,
  platform_no text,
  registered_at timestamptz not null,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index member_registered_at on member (registered_at desc);

create table member_card (
  id bigint primary key default random_id(),
  member_no text not null references member (member_no),
  card_no text not null unique check (card_no ~ '^[0-9]{8,19}$'),
  card_type text,
  status text not null default '1' check (status in ('0', '1')),
  bound_at timestamptz not null,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz
);
create index member_card_member on member_card (member_no);
