-- Months of companies: the rows of company_period that 月結關帳作業 closes.
create view monthly_period as select * from company_period where stream = 'MONTH' with check option;
