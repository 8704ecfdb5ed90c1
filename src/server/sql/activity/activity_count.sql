-- Takes points from the budgets of campaigns, or gives them back when negative; the rows are locked in ascending id. The table refuses to
-- go below zero or beyond the budget.
create function activity_count(codes text[], points bigint[])
returns table (id bigint, activity_code text, used_before bigint, used_points bigint, budget_points bigint)
language sql volatile as $$
  with held as materialized (
    select a.id, a.used_points, g.points
    from unnest(codes, points) as g (code, points) join activity a on a.activity_code = g.code
    order by a.id for no key update of a
  )
  update activity a set used_points = a.used_points + h.points from held h where a.id = h.id
  returning a.id, a.activity_code, a.used_points - h.points, a.used_points, a.budget_points
$$;
