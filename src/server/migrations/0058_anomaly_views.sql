-- Whether the member of a warning may still redeem, beside the warning.
create view warning_transaction_view as
select w.*, m.status as member_status
from warning_transaction w
left join member m on m.member_no = w.member_no;
