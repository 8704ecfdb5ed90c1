-- 剩餘點數: what is left of the points of each issuer at the end of a month (domain 4.11, 7.7).

-- Months that are over. A month counts what was posted in it, whatever day of business it was for: what a moment has is what had been
-- posted by then, and a month that is over does not change any more.
create table remainder_month (
  period_no text primary key check (period_no ~ '^[0-9]{6}$'),
  start_date date not null,
  end_date date not null,
  built_at timestamptz,
  -- Set when all companies have closed the month.
  frozen_at timestamptz,
  constraint remainder_month_range check (end_date >= start_date)
);

create table remainder_point (
  id bigint primary key default random_id(),
  period_no text not null references remainder_month (period_no),
  -- Who awarded the points, or whose return made a debt; C000000 = the platform.
  company_no text not null,
  opening_points bigint not null,
  issued_points bigint not null,
  returned_points bigint not null,
  redeemed_points bigint not null,
  redeem_return_points bigint not null,
  converted_points bigint not null,
  expired_points bigint not null,
  repaid_points bigint not null,
  adjusted_points bigint not null,
  write_off_points bigint not null,
  closing_points bigint not null,
  -- Of the points in lots: last day within 3 months after the month, within 12, later.
  expire3m bigint not null,
  expire12m bigint not null,
  expire_later bigint not null,
  -- Debts of members.
  owed_points bigint not null,
  breakage_rate numeric(5, 2) not null check (breakage_rate between 0 and 100),
  -- Whole NT$.
  liability_amount bigint not null,
  row_version int not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint remainder_point_issuer unique (period_no, company_no),
  constraint remainder_point_closing check (closing_points = opening_points + issued_points - returned_points - redeemed_points
    + redeem_return_points - converted_points - expired_points + repaid_points + adjusted_points + write_off_points),
  constraint remainder_point_lots check (closing_points = expire3m + expire12m + expire_later - owed_points)
);
create index remainder_point_company on remainder_point (company_no, period_no desc);
