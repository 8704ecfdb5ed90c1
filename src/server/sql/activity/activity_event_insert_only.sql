-- The history of campaigns is only ever added to.
create trigger activity_event_insert_only before update or delete or truncate on activity_event
  for each statement execute function refuse_change();
