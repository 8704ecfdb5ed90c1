-- Sums of the members by day and company. Those of outlets are as many times more as a company has outlets, too many for the first page.
create table company_daily (
  business_date date not null,
  company_no text not null,
  kind text not null,
  shard smallint not null,
  points bigint not null,
  amount bigint not null,
  primary key (business_date, company_no, kind, shard)
) with (fillfactor = 70);

-- No posting may come between this sum and the trigger on account_daily, which is made after it in the same transaction.
lock table account_daily in share row exclusive mode;
insert into company_daily (business_date, company_no, kind, shard, points, amount)
select business_date, company_no, kind, 0, sum(points), sum(amount) from account_daily where account_class = 'MEMBER' group by 1, 2, 3;
