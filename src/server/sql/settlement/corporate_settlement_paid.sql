-- See `sale_paid`. Orders that were approved before sale numbers existed have none, and nothing in the journal either.
create trigger corporate_settlement_paid after insert or update of received_amount, refunded_amount on corporate_settlement
  for each row when (new.sale_no is not null) execute function sale_paid();
