-- 折扣級距: monthly and yearly tiers of a company in one list.
create view company_discount_tier as
select
  d.id, d.discount_no as setting_no, d.company_no, '1' as discount_kind, d.fee_type,
  d.start_month as start_period, d.end_month as end_period, d.combine_group, tier_summary(d.tiers) as tier_summary, d.status,
  d.row_version, d.created_by, d.created_at, d.updated_by, d.updated_at
from company_discount d
union all
select
  y.id, y.yearly_discount_no, y.company_no, '2', y.fee_type, y.year::text, y.year::text, y.combine_group, tier_summary(y.tiers), y.status,
  y.row_version, y.created_by, y.created_at, y.updated_by, y.updated_at
from yearly_discount y;
