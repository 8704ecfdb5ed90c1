-- What was submitted does not change.
create trigger activity_adjustment_content_insert_only before update or delete or truncate on activity_adjustment_content
  for each statement execute function refuse_change();
