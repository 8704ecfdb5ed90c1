-- Which file came, and who brought it, stays: another one only takes its place.
create trigger bank_file_fixed before delete
  or update of id, period_id, company_no, sha256, line_count, bank_points, imported_by, imported_at
  on bank_file for each row execute function insert_only();
