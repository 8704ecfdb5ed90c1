-- Protects an approved sheet, because its lines are posted in the ledger.
create trigger adjustment_sheet_posted before update or delete on adjustment_sheet
  for each row when (old.status = '3') execute function adjustment_sheet_keep_posted();
