-- What was approved stays as it was approved: points and amounts went into the ledger and onto an invoice.
create trigger center_sale_fixed before update of sale_no, sale_date, company_no, points, unit_price, discount_rate, tax_percent, sales_amount,
    tax_amount, total_amount on center_sale
  for each row when (old.status in ('3', '5')) execute function insert_only();
