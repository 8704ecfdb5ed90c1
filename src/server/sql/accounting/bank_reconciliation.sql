-- How the file in force of a billing cycle compares with our entries. ReconcileStatus: 0 no file, 1 equal, 2 differences, 3 all handled.
create view bank_reconciliation as
select f.period_id, f.line_count as bank_line_count, f.bank_points, f.imported_by, f.imported_at, f.matched_at, d.diff_count,
  d.open_diff_count, case when d.diff_count = 0 then '1' when d.open_diff_count > 0 then '2' else '3' end as reconcile_status
from bank_file f
cross join lateral (
  select count(*)::int as diff_count, (count(*) filter (where l.handled_at is null))::int as open_diff_count
  from bank_line_view l where l.file_id = f.id and l.result <> '1'
) d
where f.in_force;
