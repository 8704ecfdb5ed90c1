-- Entries of company accounts, as the company sees them: points given and points redeemed are positive, returned ones negative.
create view contractor_point_history as
select e.id, e.transaction_id, t.transaction_no, t.external_txn_no, t.platform_no, t.business_at, e.business_date, e.posted_at, e.company_no,
  coalesce(e.retail_store_no, t.retail_store_no) as retail_store_no, t.kind as txn_kind, e.account_class, t.member_no,
  -- The sale stands once, on the first line of the company, so that sums tell it once; what was taken back counts against it.
  case when e.line_no <= 2 or not exists (
    select from point_entry f
    where f.transaction_id = e.transaction_id and f.line_no < e.line_no and f.company_no = e.company_no
      and f.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')
  ) then case when t.kind in ('30', '31') then -t.amount else t.amount end end as amount,
  case
    when e.account_class in ('AWARD', 'PAYG', 'CONVIN', 'WRITEOFF') or (e.account_class = 'PREPAID' and t.kind not in ('60', '65'))
    then -e.points
  end as ap_points,
  case when e.account_class in ('DEDUCT', 'CONVOUT') then e.points end as dp_points,
  e.points, e.unit_price, t.payment_type, t.activity_code, p.period_no, t.is_late_posted, t.rule_snapshot::text as rule_snapshot, t.remark,
  (select m.id::text from member m where m.member_no = t.member_no) as member_id
from point_entry e
join point_transaction t on t.id = e.transaction_id
left join company_period p on p.id = e.period_id
where e.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')
  and e.company_no is not null and e.company_no <> 'C000000';
