-- Every movement of points of members, by the issuer of the lot or the company of the debt; positive when the balance grows. The sum of all
-- movements is the sum of the balances (domain 7.7). To select a month, use a range of `transaction_id`, see `ledger_month`.
create view remainder_move as
select l.transaction_id, l.issuer_company_no as company_no, l.id as lot_id,
  case t.kind when '31' then 'redeemReturn' when '40' then 'adjusted' else 'issued' end as move, l.issued_points as points
from point_lot l
join point_account a on a.id = l.account_id and a.class = 'MEMBER'
join point_transaction t on t.id = l.transaction_id
union all
select m.transaction_id, l.issuer_company_no, l.id,
  case m.allocation_kind
    when '1' then case t.kind when '81' then 'converted' else 'redeemed' end
    when '2' then 'returned' when '3' then 'expired' when '4' then 'repaid' when '5' then 'redeemReturn' else 'adjusted'
  end, -m.points
from lot_allocation m
join point_lot l on l.id = m.lot_id
join point_account a on a.id = l.account_id and a.class = 'MEMBER'
join point_transaction t on t.id = m.transaction_id
union all
select p.transaction_id, p.company_no, null, case t.kind when '41' then 'adjusted' else 'returned' end, -p.pending_points
from member_pending_point p
join point_transaction t on t.id = p.transaction_id
union all
select m.transaction_id, p.company_no, null, 'repaid', m.points
from lot_allocation m
join member_pending_point p on p.id = m.pending_point_id
union all
-- A debt is written off once, as a whole: by the posting that names it, or the one of that moment.
select t.id, p.company_no, null, 'writeOff', p.written_off_points
from member_pending_point p
cross join lateral (
  select x.id from point_transaction x
  where x.member_no = p.member_no and x.kind = '90'
  order by x.source_id = p.pending_no desc, abs(extract(epoch from x.posted_at - p.updated_at)), x.id
  limit 1
) t
where p.written_off_points > 0;
