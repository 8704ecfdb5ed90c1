-- Points of a member that can still be used or will expire.
create view member_lot as
select l.id, a.owner_id as member_no, t.transaction_no, l.issuer_company_no,
  -- The platform is no company that could be opened.
  nullif(l.issuer_company_no, 'C000000') as issuer_merchant_no, l.activity_code, l.issued_points, l.remaining_points,
  l.effective_date, l.expire_date
from point_lot l
join point_account a on a.id = l.account_id and a.class = 'MEMBER'
join point_transaction t on t.id = l.transaction_id
where l.remaining_points > 0;
