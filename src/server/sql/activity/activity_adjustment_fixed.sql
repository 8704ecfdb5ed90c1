-- What was asked for does not change; only the decision is added.
create trigger activity_adjustment_fixed before delete
  or update of id, adjustment_no, adjust_type, activity_id, activity_code, activity_name, company_no, changes,
    budget_points, budget_diff, reason, drafted_by, submitted_by, submitted_at
  on activity_adjustment for each row execute function insert_only();
