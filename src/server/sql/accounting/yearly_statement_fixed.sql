-- A closed year cannot be changed, except for the time when it was reopened.
create trigger yearly_statement_fixed before delete
  or update of id, yearly_statement_no, setting_id, company_no, year, fee_type, version, year_points, tier_base_points, year_fee,
    discount_rate, discount_amount, discount_tax, terms, workings, closed_by, closed_at
  on yearly_statement for each row execute function insert_only();
