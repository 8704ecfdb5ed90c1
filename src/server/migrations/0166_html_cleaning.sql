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
