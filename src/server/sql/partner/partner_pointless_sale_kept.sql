-- Of a sale without points only the returned amount can change.
create trigger partner_pointless_sale_kept before delete or update of platform_no, external_txn_no, company_no, amount, created_at
  on partner_pointless_sale for each row execute function insert_only();
