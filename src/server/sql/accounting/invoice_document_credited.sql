-- A statement keeps what is credited by hand over its own invoices: see `statement_left`.
create trigger invoice_document_credited after insert or update of status on invoice_document
  for each row when (new.doc_type = '2' and new.statement_id is not null) execute function statement_credited();
