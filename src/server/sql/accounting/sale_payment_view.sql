-- Payments of sales, and of orders of corporate members, by the number that their screens know them by.
create view sale_payment_view as
select p.id, p.sale_no, s.company_no, c.settlement_no, p.paid_on, p.received_amount, p.refunded_amount, p.reference, p.created_by, p.created_at
from sale_payment p
left join center_sale s on s.sale_no = p.sale_no
left join corporate_settlement c on c.sale_no = p.sale_no;
