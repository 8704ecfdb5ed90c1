-- Payments by the number of their statement.
create view statement_payment_view as
select p.id, s.statement_no, s.company_no, p.paid_on, p.received_amount, p.paid_amount, p.is_net, p.reference, p.created_by, p.created_at
from statement_payment p join statement s on s.id = p.statement_id;
