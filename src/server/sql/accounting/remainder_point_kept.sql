create trigger remainder_point_kept before truncate on remainder_point for each statement execute function insert_only();
