-- Of a document only its processing can change: number and date at issue, consent, credits, void.
create trigger invoice_document_fixed before delete
  or update of id, doc_type, fee_type, source_kind, source_no, statement_id, yearly_statement_id, company_no, corporate_no, original_id,
    sales_amount, tax_amount
  on invoice_document for each row execute function insert_only();
