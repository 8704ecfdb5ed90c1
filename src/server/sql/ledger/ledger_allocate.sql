-- Takes points from lots, including lots of the same batch.
create function ledger_allocate(ids bigint[], wanted int[], allocations json) returns void language plpgsql volatile as $$
#variable_conflict use_column
declare
  lots int;
  changed int;
begin
  insert into lot_allocation (lot_id, transaction_id, entry_id, pending_point_id, points, allocation_kind)
  select coalesce(a.lot_id, ids[a.place] + a.lot_ref), ids[a.place], ids[a.place] + a.line_no, a.pending_id, a.points, a.kind
  from json_to_recordset(allocations) as a (place int, lot_id bigint, lot_ref int, line_no int, pending_id bigint, points bigint, kind text)
  where wanted is null or a.place = any (wanted);
  with taken as materialized (
    select coalesce(a.lot_id, ids[a.place] + a.lot_ref) as lot_id, sum(a.points)::bigint as points
    from json_to_recordset(allocations) as a (place int, lot_id bigint, lot_ref int, points bigint)
    where wanted is null or a.place = any (wanted) group by 1
  ), moved as (
    update point_lot l set remaining_points = l.remaining_points - t.points from taken t where l.id = t.lot_id returning 1
  )
  select (select count(*) from taken), (select count(*) from moved) into lots, changed;
  if changed <> lots then
    raise exception 'a lot to allocate does not exist' using errcode = 'foreign_key_violation';
  end if;
end
$$;
