-- 隨付隨結發票: documents of pay-as-you-go statements.
create view payg_invoice as select * from invoice_document where source_kind = '2' with check option;
