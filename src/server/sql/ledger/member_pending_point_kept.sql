-- Debts cannot be removed; only repaid and written-off points, and the decision about a write-off, can change (I7).
create trigger member_pending_point_kept before delete
  or update of id, account_id, member_no, company_no, transaction_id, original_transaction_id, pending_points
  on member_pending_point for each row execute function insert_only();
