-- Corporate members with their balance, read from the ledger, because a copy could become wrong.
create view corporate_member_view as
select m.*, coalesce(a.balance, 0) as point_balance, r.change_no is not null as has_pending_change, r.submitted_by as change_submitted_by
from corporate_member m
left join point_account a on a.class = 'CORP' and a.owner_id = m.corporate_no
left join change_request r on r.entity = 'corporateMember' and r.record_id = m.id and r.status = '1';
