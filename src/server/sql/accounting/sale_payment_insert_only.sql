-- Payments cannot be changed; a mistake is corrected by another payment.
create trigger sale_payment_insert_only before update or delete or truncate on sale_payment execute function insert_only();
