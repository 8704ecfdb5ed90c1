-- The warning about a role that may both apply and approve is told when the role is saved; it was never a fact to store.
drop view app_role_list;
alter table app_role drop column duty_warning;
create view app_role_list as
select r.*,
  (select count(*) from app_user u where u.deleted_at is null and u.roles @> to_jsonb(r.role_code)) as user_count
from app_role r;
