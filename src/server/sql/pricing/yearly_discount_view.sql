-- Yearly discounts with their tiers as one text.
create view yearly_discount_view as
select d.*, tier_summary(d.tiers) as tier_summary from yearly_discount d;
