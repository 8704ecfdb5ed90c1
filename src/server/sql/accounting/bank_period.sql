-- Billing cycles of banks: the rows of company_period that 中國信託期別對帳單 closes.
create view bank_period as select * from company_period where stream = 'BANK' with check option;
