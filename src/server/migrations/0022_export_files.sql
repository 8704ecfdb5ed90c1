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
