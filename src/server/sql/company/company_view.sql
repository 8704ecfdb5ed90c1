-- Companies with their current group, and the open request to change their price and accounting fields.
create view company_view as
select
  c.*,
  g.company_group_no,
  coalesce(g.parent_company_no = c.company_no, false) as is_group_parent,
  r.change_no is not null as has_pending_change,
  r.submitted_by as change_submitted_by,
  r.effective_date
from company c
left join lateral (
  select cg.company_group_no, cg.parent_company_no
  from company_group cg, jsonb_to_recordset(cg.members) as m ("companyNo" text, "joinDate" date, "leaveDate" date)
  where cg.members @> jsonb_build_array(jsonb_build_object('companyNo', c.company_no))
    and cg.status = '1'
    and m."companyNo" = c.company_no
    and m."joinDate" <= (now() at time zone 'Asia/Taipei')::date
    and (m."leaveDate" is null or m."leaveDate" >= (now() at time zone 'Asia/Taipei')::date)
  order by cg.company_group_no
  limit 1
) g on true
left join change_request r on r.entity = 'company' and r.record_id = c.id and r.status = '1';
