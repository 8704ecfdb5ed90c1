-- The content of a message cannot be changed; only its upload status can.
create trigger einvoice_message_fixed before delete
  or update of id, code, document_id, subject_no, attempt, file_name, xml, sha256, made_by, made_at
  on einvoice_message for each row execute function insert_only();
