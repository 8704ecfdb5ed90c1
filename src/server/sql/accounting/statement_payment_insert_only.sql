-- Payments cannot be changed; a mistake is corrected by another payment.
create trigger statement_payment_insert_only before update or delete or truncate on statement_payment execute function insert_only();
