-- Sales cannot be removed.
create trigger center_sale_kept before delete or truncate on center_sale for each statement execute function insert_only();
