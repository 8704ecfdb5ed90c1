-- 點數交易明細: every entry of the ledger. Each join finds at most one row by its key, so that the database skips joins that are not needed, for
-- sums and for the ids of a page.
create view points_log as
select e.id, e.transaction_id, e.account_id, e.posted_at, e.business_date, t.transaction_no, e.line_no, t.kind as txn_kind, e.account_class,
  -- Members are told apart, and not named: their whole numbers are asked for by `member_no` only.
  case when e.account_class = 'MEMBER'
    then left(a.owner_id, 4) || repeat('*', greatest(char_length(a.owner_id) - 8, 0)) || right(a.owner_id, 4)
    else a.owner_id end as owner_no,
  case when e.account_class = 'MEMBER' then a.owner_id end as member_no,
  case when e.account_class = 'MEMBER' then (select m.id::text from member m where m.member_no = a.owner_id) end as member_id,
  e.company_no,
  -- The platform is no company that could be opened.
  nullif(e.company_no, 'C000000') as merchant_no, e.retail_store_no, e.points, e.unit_price, t.amount, e.balance_after, p.period_no, 
  (select s.statement_no from statement s where s.period_id = e.period_id and s.status <> '9') as statement_no, t.external_txn_no,
  t.platform_no, t.activity_code, t.is_late_posted, t.source, t.remark
from point_entry e
left join point_transaction t on t.id = e.transaction_id
left join point_account a on a.id = e.account_id
left join company_period p on p.id = e.period_id;
