-- Warnings, with whether their member may still redeem. Members are opened from other records by their id, which is random and tells
-- nothing; their number stays masked there.
create view warning_transaction_view as
select w.*, m.status as member_status, m.id::text as member_id
from warning_transaction w
left join member m on m.member_no = w.member_no;
