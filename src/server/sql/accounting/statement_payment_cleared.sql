-- A statement keeps what its payments took off its receivable: see `statement_left`.
create trigger statement_payment_cleared after insert on statement_payment referencing new table as added
  for each statement execute function statement_cleared();
