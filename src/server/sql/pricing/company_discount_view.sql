-- Monthly discounts with their tiers as one text.
create view company_discount_view as
select d.*, tier_summary(d.tiers) as tier_summary from company_discount d;
