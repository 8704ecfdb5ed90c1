-- Documents are not emptied either: TRUNCATE fires no row trigger.
create trigger invoice_document_kept before truncate on invoice_document for each statement execute function insert_only();
