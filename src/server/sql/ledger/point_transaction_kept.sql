-- The ledger is not emptied either (I7): TRUNCATE fires no row trigger.
create trigger point_transaction_kept before truncate on point_transaction for each statement execute function insert_only();
