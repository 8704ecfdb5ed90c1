-- 點數發票與折讓: documents of monthly and bank statements and of sales of points.
create view point_invoice as select * from invoice_document where source_kind in ('1', '3', '4') with check option;
