-- Announcements with how many have read them.
create view announcement_view as
select a.*, (select count(*) from announcement_read r where r.announcement_id = a.id) as read_count
from announcement a;
