-- A decision stands: nothing leaves the states approved, rejected and withdrawn.
create trigger activity_adjustment_decided_once before update on activity_adjustment
  for each row when (old.status <> '2') execute function insert_only();
