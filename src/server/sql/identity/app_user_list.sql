-- Lists its columns, so that the password hash never passes through the records engine. `initial_password` is only a form field.
create view app_user_list as
select u.id, u.user_name, u.full_name, u.email, u.phone_number, u.job_title, u.user_type, u.company_no, u.reward_point_id, u.roles,
  u.status, u.is_enabled, u.last_login_at, u.limit_date, null::text as initial_password, c.company_name, c.company_type,
  u.row_version, u.created_by, u.created_at, u.updated_by, u.updated_at
from app_user u
left join company c on c.company_no = u.company_no
where u.deleted_at is null;
