-- 整月作業: all open months of one calendar month tried or closed, company by company, with a verdict for each (domain 4.11).

create table month_run (
  id bigint primary key default random_id(),
  run_no text not null unique,
  period_no text not null check (period_no ~ '^[0-9]{6}$'),
  -- MonthRunKind: 1 trial, 2 close.
  kind text not null check (kind in ('1', '2')),
  -- MonthRunStatus: 1 running, 2 done.
  status text not null default '1' check (status in ('1', '2')),
  requested_by text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  row_version int not null default 1,
  constraint month_run_finished check ((status = '2') = (finished_at is not null))
);
-- One at a time for a month, whoever asks.
create unique index month_run_running on month_run (period_no) where status = '1';
create index month_run_list on month_run (requested_at desc);

create table month_run_verdict (
  id bigint primary key default random_id(),
  run_id bigint not null references month_run (id),
  period_id bigint not null references company_period (id),
  company_no text not null references company (company_no),
  -- MonthVerdict: 1 waiting, 2 done, 3 refused.
  verdict text not null default '1' check (verdict in ('1', '2', '3')),
  reason text,
  decided_at timestamptz,
  constraint month_run_verdict_once unique (run_id, company_no),
  constraint month_run_verdict_decided check ((verdict = '1') = (decided_at is null))
);
