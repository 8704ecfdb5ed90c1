-- Announcements with their number of readers.
create view announcement_view as
select a.*, (select count(*) from announcement_read r where r.announcement_id = a.id) as read_count
from announcement a;
