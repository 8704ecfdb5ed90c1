-- Messages of documents with whose they are.
create view einvoice_message_view as
select m.*, d.company_no
from einvoice_message m join invoice_document d on d.id = m.document_id;
