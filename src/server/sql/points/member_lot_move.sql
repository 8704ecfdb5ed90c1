-- Lots that a transaction made, used or gave points back to; points are signed as in the lot. People know a lot by the transaction that
-- made it.
create view member_lot_move as
select l.id, l.transaction_id, l.id as lot_id, l.issuer_company_no,
  -- The platform is no company that could be opened.
  nullif(l.issuer_company_no, 'C000000') as issuer_merchant_no, l.activity_code, l.issued_points as points, '0' as move,
  l.effective_date, l.expire_date, t.transaction_no as lot_transaction_no
from point_lot l
join point_transaction t on t.id = l.transaction_id
union all
select -a.id, a.transaction_id, l.id, l.issuer_company_no,
  nullif(l.issuer_company_no, 'C000000'), l.activity_code, -a.points, a.allocation_kind, l.effective_date, l.expire_date,
  t.transaction_no
from lot_allocation a
join point_lot l on l.id = a.lot_id
join point_transaction t on t.id = l.transaction_id;
