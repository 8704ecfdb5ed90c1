create trigger remainder_month_kept before truncate on remainder_month for each statement execute function insert_only();
