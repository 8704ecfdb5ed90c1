-- Of a lot only the remaining points can change (I7).
create trigger point_lot_fixed before delete
  or update of id, account_id, transaction_id, issuer_company_no, activity_code, issued_points, effective_date, expire_date, origin_lot_id
  on point_lot for each row execute function insert_only();
