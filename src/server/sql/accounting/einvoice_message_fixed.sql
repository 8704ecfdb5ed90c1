-- What was made to be sent stays as it was made; only how it fares is noted.
create trigger einvoice_message_fixed before delete
  or update of id, code, document_id, subject_no, attempt, file_name, xml, sha256, made_by, made_at
  on einvoice_message for each row execute function insert_only();
