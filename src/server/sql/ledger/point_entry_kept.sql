-- Refuses TRUNCATE, which fires no row trigger (I7).
create trigger point_entry_kept before truncate on point_entry for each statement execute function insert_only();
