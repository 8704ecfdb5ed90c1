-- The number and date of an issued document cannot be changed.
create trigger invoice_document_numbered before update of doc_no, issue_date, tax_period on invoice_document
  for each row when (old.status <> '1') execute function insert_only();
