-- What an approved sheet posted stands in the ledger.
create trigger adjustment_sheet_posted before update or delete on adjustment_sheet
  for each row when (old.status = '3') execute function adjustment_sheet_keep_posted();
