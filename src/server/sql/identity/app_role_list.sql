-- Roles with their number of users.
create view app_role_list as
select r.*,
  (select count(*) from app_user u where u.deleted_at is null and u.roles @> to_jsonb(r.role_code)) as user_count
from app_role r;
