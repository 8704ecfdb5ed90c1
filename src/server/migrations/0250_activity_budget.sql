-- Budgets of campaigns are counted with each sale (domain 4.13).

-- The counter is written with each sale of the campaign: leave room in its page for the new version of the row.
alter table activity set (fillfactor = 50);

-- What has been used is what the entries say.
update activity a
set used_points = greatest(0, least(a.budget_points, coalesce((
  select -sum(e.points) from point_entry e where e.component = 'ACTIVITY' and e.component_code = a.activity_code), 0)));
