-- An approved sale cannot be changed, because its points and amounts are in the ledger and on an invoice.
create trigger center_sale_fixed before update of sale_no, sale_date, company_no, points, unit_price, discount_rate, tax_percent, sales_amount,
    tax_amount, total_amount on center_sale
  for each row when (old.status in ('3', '5')) execute function insert_only();
