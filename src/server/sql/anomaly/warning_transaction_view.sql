-- Warnings, with whether their member may still redeem. Links to the member use the id, which is random and reveals nothing; the member's
-- number stays masked.
create view warning_transaction_view as
select w.*, m.status as member_status, m.id::text as member_id
from warning_transaction w
left join member m on m.member_no = w.member_no;
