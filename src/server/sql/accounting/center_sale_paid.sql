-- See `sale_paid`.
create trigger center_sale_paid after insert or update of received_amount, refunded_amount on center_sale
  for each row execute function sale_paid();
