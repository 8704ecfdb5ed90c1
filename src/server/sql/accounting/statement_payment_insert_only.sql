-- Payments are not rewritten: a mistake is corrected by what follows.
create trigger statement_payment_insert_only before update or delete or truncate on statement_payment execute function insert_only();
