-- Requests about campaigns, without what only their approval needs.
create view activity_adjustment_view as
select
  j.id, j.adjustment_no, j.adjust_type, j.activity_id, j.activity_code, j.activity_name, j.company_no,
  nullif(j.company_no, 'C000000') as merchant_no, j.changes, j.budget_points, j.budget_diff, j.reason, j.drafted_by, j.submitted_by,
  j.submitted_at, j.approved_by, j.approved_at, j.reject_reason, j.status, j.row_version, j.created_by, j.created_at, j.updated_by,
  j.updated_at
from activity_adjustment j;
