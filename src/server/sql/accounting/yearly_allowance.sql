-- 年度折讓: the allowances of closed years.
create view yearly_allowance as select * from invoice_document where source_kind = '5' with check option;
