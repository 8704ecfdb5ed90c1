-- Checks I1 at COMMIT, because the entries are inserted after their transaction.
create constraint trigger point_transaction_balance after insert on point_transaction deferrable initially deferred
  for each row execute function ledger_check_transaction();
