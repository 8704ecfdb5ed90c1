-- Periods cannot be removed, and their dates cannot be changed; only their status can.
create trigger company_period_kept before delete or update of id, company_no, stream, period_no, start_date, end_date on company_period
  for each row execute function insert_only();
