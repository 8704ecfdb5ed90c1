-- Statements of months with the company's short name.
create view statement_view as
select s.*, c.company_short_name, coalesce(s.ap_fee, 0) + s.write_off_amount + s.conv_in_amount as ap_sales_amount
from statement s join company c on c.company_no = s.company_no;
