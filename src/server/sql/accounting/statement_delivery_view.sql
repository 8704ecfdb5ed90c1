-- Deliveries by statement number, with the status of the mail.
create view statement_delivery_view as
select d.id, d.kind, s.statement_no, s.company_no, d.recipient, d.requested_by, d.requested_at, m.status as mail_status, m.sent_at
from statement_delivery d
join statement s on s.id = d.statement_id
left join mail_outbox m on m.id = d.mail_id;
