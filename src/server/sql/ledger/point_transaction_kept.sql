-- Refuses TRUNCATE, which fires no row trigger (I7).
create trigger point_transaction_kept before truncate on point_transaction for each statement execute function insert_only();
