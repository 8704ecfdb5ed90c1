-- Periods are never removed, nor moved to other days; only their status changes.
create trigger company_period_kept before delete or update of id, company_no, stream, period_no, start_date, end_date on company_period
  for each row execute function insert_only();
