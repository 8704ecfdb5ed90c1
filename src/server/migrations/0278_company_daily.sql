-- Sums of the members by day and company, of days that are over. Those by outlet are as many times more as a company has outlets: too many
-- for the first page of the morning.
create table company_daily (
  business_date date not null,
  company_no text not null,
  kind text not null,
  points bigint not null,
  amount bigint not null,
  primary key (business_date, company_no, kind)
);

-- One row: up to which day they are made.
create table company_daily_built (
  only_row boolean primary key default true check (only_row),
  through date not null default '-infinity'
);
insert into company_daily_built default values;

-- A row for each writing of a posting to a day that is made already. Such days are read from account_daily until they are made again.
-- Nothing is unique here, so no posting waits for another one.
create table company_daily_late (business_date date not null);
