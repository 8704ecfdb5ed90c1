-- Lists and reports that users get by mail at fixed times. Each is read with the rights that its user has when it is sent.
create table subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  uri text not null,
  title text not null,
  -- As the address of the list writes it, without the page.
  query text not null,
  contents text not null check (contents in ('rows', 'sums')),
  -- Tab of a report with tabs.
  report_group text,
  format text not null check (format in ('xlsx', 'csv')),
  -- The filter whose range is the whole day, week or month before; null: as the query says.
  range_field text,
  range_span text check (range_span in ('day', 'week', 'month')),
  every text not null check (every in ('day', 'week', 'month')),
  -- 1 (Monday) to 7 for a week; 1 to 31 for a month, whose last day it is when the month is shorter.
  on_day smallint not null check (on_day between 1 and 31),
  at_hour smallint not null check (at_hour between 0 and 23),
  skips_empty boolean not null,
  is_enabled boolean not null,
  next_at timestamptz not null,
  last_at timestamptz,
  last_count integer,
  -- Why the last one had no file.
  problem text,
  row_version integer not null default 0,
  created_at timestamptz not null,
  constraint subscription_range check ((range_field is null) = (range_span is null))
);
create index subscription_user on subscription (user_id);
create index subscription_due on subscription (next_at) where is_enabled;
