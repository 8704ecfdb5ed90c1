-- Messages of documents with the company of the document.
create view einvoice_message_view as
select m.*, d.company_no
from einvoice_message m join invoice_document d on d.id = m.document_id;
