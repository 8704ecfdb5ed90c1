-- 執行批次贈點: points for all members on the list of a campaign (domain 4.13).

create table activity_run (
  id bigint primary key default random_id(),
  activity_id bigint not null references activity (id),
  -- Members that had not got their points when the run began.
  total_count int not null,
  given_count int not null default 0,
  given_points bigint not null default 0,
  refused_count int not null default 0,
  requested_by text not null,
  requested_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  constraint activity_run_counts check (given_count + refused_count <= total_count)
);
-- One at a time for a campaign, whoever asks.
create unique index activity_run_running on activity_run (activity_id) where finished_at is null;
create index activity_run_list on activity_run (activity_id, requested_at desc);

-- What the last run said of each member on the list.
alter table activity_member add column run_id bigint references activity_run (id);
alter table activity_member add column given_points bigint check (given_points >= 1);
-- ActivityExceptionType, or the text of a refusal by the ledger.
alter table activity_member add column refusal text;
alter table activity_member add constraint activity_member_verdict check (given_points is null or (refusal is null and run_id is not null));
-- The members that still wait for their points.
create index activity_member_waiting on activity_member (activity_id, member_no) where given_points is null;
