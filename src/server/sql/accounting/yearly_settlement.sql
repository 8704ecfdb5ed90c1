-- Years of companies and fees that 年度折扣關帳作業 closes: the approved settings, with the status of the year.
create view yearly_settlement as
select id, company_no, year, fee_type, combine_group, settled_status as status, row_version, created_by, created_at, updated_by, updated_at
from yearly_discount where yearly_discount.status = '3' with check option;
