-- The last transactions of a company's day, and those of some hours of it, without reading the whole day.
create index point_transaction_company_day on point_transaction (company_no, business_date, business_at) where company_no is not null;
drop index point_transaction_company;
