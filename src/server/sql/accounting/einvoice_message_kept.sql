-- Refuses TRUNCATE, which fires no row trigger.
create trigger einvoice_message_kept before truncate on einvoice_message for each statement execute function insert_only();
