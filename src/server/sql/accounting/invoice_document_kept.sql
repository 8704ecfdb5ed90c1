-- Refuses TRUNCATE, which fires no row trigger.
create trigger invoice_document_kept before truncate on invoice_document for each statement execute function insert_only();
