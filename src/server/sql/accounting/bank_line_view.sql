-- 銀行檔明細: the lines of the files in force, with those of ours that came after they were compared. These are the bank's to tell, so they
-- are differences until the next comparison; whether there are any is found by their number.
create view bank_line_view as
select l.id, l.file_id, l.period_id, l.company_no, l.row_no, l.txn_date, l.card_last4, l.external_txn_no, l.bank_item, l.bank_points,
  l.bank_amount, l.platform_points, coalesce(l.bank_points, 0) - coalesce(l.platform_points, 0) as diff_points, l.transaction_id,
  (select t.transaction_no from point_transaction t where t.id = l.transaction_id) as transaction_no, l.result, l.matched_by,
  case when l.result = '1' then '1' when l.handled_at is null then '2' else '3' end as reconcile_status, l.remark, l.sheet_no,
  l.handled_by, l.handled_at, l.row_version, f.imported_by as created_by, f.imported_at as created_at, l.handled_by as updated_by,
  l.handled_at as updated_at
from bank_line l join bank_file f on f.id = l.file_id and f.in_force
union all
select u.entry_id, f.id, f.period_id, f.company_no, null, u.business_date, null, u.external_txn_no, u.bank_item, null,
  null, u.points, -u.points, u.transaction_id,
  (select t.transaction_no from point_transaction t where t.id = u.transaction_id), '4', null,
  '2', null, null,
  null, null, 0, f.imported_by, f.imported_at, null,
  null
from bank_file f
join company_period p on p.id = f.period_id and p.status = '1'
cross join lateral bank_unit(f.period_id) u
where f.in_force
  and f.entry_count <> (select count(*) from point_entry e where e.company_no = p.company_no and e.period_id = p.id)
  and not exists (select from bank_line l where l.file_id = f.id and l.transaction_id = u.transaction_id and l.bank_item = u.bank_item);
