-- Members on the list of a campaign, and what 執行批次贈點 gave them, or why it gave nothing.
create view activity_member_view as
select
  l.id, l.activity_id, l.member_no, m.id::text as member_id, m.member_name, m.status as member_status, coalesce(l.points, case when a.activity_type = '4' then a.fixed_points end) as points,
  l.given_points, l.refusal, a.company_no, 1 as row_version, a.created_by, a.created_at, null::text as updated_by, null::timestamptz as updated_at
from activity_member l
join activity a on a.id = l.activity_id
left join member m on m.member_no = l.member_no;
