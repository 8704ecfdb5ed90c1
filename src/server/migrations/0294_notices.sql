-- What people of the console are told by documents (`notify`): a step of a record, or a date of it. Shown on their notice board.
create table notice (
  id bigint generated always as identity primary key,
  user_name text not null,
  entity text not null,
  record_id bigint not null,
  title text not null,
  text text,
  -- Address of the record within the console, for this user.
  address text not null,
  -- Of a notice about a date: field and date, so that nobody is told of it twice.
  occasion text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notice_reader on notice (user_name, id desc);
create unique index notice_occasion on notice (entity, record_id, user_name, occasion) where occasion is not null;
create index notice_age on notice (created_at);

-- Records of which everybody was told that had to be told of a date of them: who gets the permission later is not told of what is past, and
-- addresses that get a mail only have no notice board.
create table notice_date (
  record_id bigint not null references record_document (id) on delete cascade,
  -- Field and date.
  occasion text not null,
  told_at timestamptz not null,
  primary key (record_id, occasion)
);
