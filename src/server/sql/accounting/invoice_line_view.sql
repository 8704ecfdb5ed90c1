-- Lines with the company of their document.
create view invoice_line_view as
select l.*, d.company_no
from invoice_line l join invoice_document d on d.id = l.document_id;
