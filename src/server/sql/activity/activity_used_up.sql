-- When a budget is used up, or has room again after a return: sales that the campaign no longer concerns need no locks.
create constraint trigger activity_used_up after update of used_points on activity deferrable initially deferred for each row
  when ((old.used_points >= old.budget_points) is distinct from (new.used_points >= new.budget_points)) execute function facts_changed();
