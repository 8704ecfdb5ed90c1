create trigger account_daily_by_company after insert or update on account_daily
  for each row when (new.account_class = 'MEMBER') execute function company_daily_add();
