-- Debts are never removed; only what was repaid or written off, and the decision about it, changes (I7).
create trigger member_pending_point_kept before delete
  or update of id, account_id, member_no, company_no, transaction_id, original_transaction_id, pending_points
  on member_pending_point for each row execute function insert_only();
