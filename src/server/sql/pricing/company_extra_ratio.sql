-- 聯名卡加碼: what a company pays as a payer, and what applies to its own sales. Two companies may see one setting, so the id combines both. A
-- merchant sees only the name of the payer: its number is the key by which other screens and partners identify that company, and a merchant
-- cannot open it.
create view company_extra_ratio as
select
  hashtextextended(c.company_no, e.id) & 9007199254740991 as id,
  c.company_no as applies_to, e.extra_ratio_no, e.payer_company_no, e.company_no, e.card_type, e.card_prefixes, e.base_bearer,
  e.extra_ratio, e.payer_share_ratio, e.monthly_cap_points, e.unit_price, e.priority, e.start_date, e.end_date, e.status,
  e.row_version, e.created_by, e.created_at, e.updated_by, e.updated_at,
  p.company_short_name as payer_name
from payer_extra_ratio e
join company p on p.company_no = e.payer_company_no
join company c on c.company_no = e.payer_company_no or e.company_no = c.company_no
  or (e.company_no is null and not c.is_payer and c.settlement_mode <> '3');
