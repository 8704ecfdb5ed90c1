-- Ends the campaigns of a company whose contract is over (domain 3.2): approved ones that have not ended are terminated, new ones that wait
-- go back, and no request is left open. The history gets a row for each.
create function activity_end_of_company(company text, by_user text, at timestamptz) returns int language plpgsql as $$
declare
  ended int;
begin
  perform 1 from activity where company_no = company order by id for update;
  update activity_adjustment
  set status = '4', reject_reason = '合約終止', updated_by = by_user, updated_at = at, row_version = row_version + 1
  where company_no = company and status = '2';
  with moved as (
    update activity
    set status = case status when '3' then '6' else '7' end, updated_by = by_user, updated_at = at, row_version = row_version + 1
    where company_no = company and (status = '2' or (status = '3' and end_at > at))
    returning id, activity_code, activity_name, company_no, version, status
  ), noted as (
    insert into activity_event (occurred_at, activity_id, activity_code, activity_name, company_no, history_action, version, snapshot,
      user_name, remark)
    select at, m.id, m.activity_code, m.activity_name, m.company_no, case m.status when '6' then '7' else '5' end, m.version,
      coalesce((select e.snapshot from activity_event e where e.activity_id = m.id order by e.sequence desc limit 1), '{}'),
      by_user, '合約終止'
    from moved m order by m.activity_code
  ), logged as (
    insert into record_history (entity, record_id, action, label, from_state, to_state, remark, user_name, occurred_at, company_no,
      record_no, record_label)
    select 'activity', m.id, case m.status when '6' then 'terminate' else 'reject' end, case m.status when '6' then '終止' else '退回' end,
      case m.status when '6' then '3' else '2' end, m.status, '合約終止', by_user, at, m.company_no, m.activity_code, m.activity_name
    from moved m order by m.activity_code
  )
  select count(*) into ended from moved;
  return ended;
end $$;
