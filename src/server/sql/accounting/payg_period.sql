-- Pay-as-you-go periods of payers: the rows of company_period that 隨付隨結對帳單 closes.
create view payg_period as select * from company_period where stream = 'PAYG' with check option;
