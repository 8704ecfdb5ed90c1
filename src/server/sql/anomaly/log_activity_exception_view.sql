-- Refused uses of activity codes. The link to the member uses the random id.
create view log_activity_exception_view as
select x.*, m.id::text as member_id
from log_activity_exception x
left join member m on m.member_no = x.member_no;
