-- Field-level history of merchants and what belongs to them (domain 4.10), read from the insert-only histories of 0003.

create view company_log as
select
  -- Unique and ordered: a record has far fewer than 1,000 fields.
  h.sequence * 1000 + coalesce(d.position, 0) as id,
  h.occurred_at,
  coalesce(c.company_no, s.company_no, r.company_no, g.parent_company_no) as company_no,
  case
    when h.entity = 'retailStore' then '3'
    when h.entity = 'rewardPoint' then '4'
    when h.entity = 'companyGroup' then '8'
    when d.field in (
      'settlementMode', 'paygCycle', 'cycleDay', 'bankStream', 'contractNo', 'contractStartDate', 'contractEndDate', 'contractStatus',
      'allowIssue', 'allowRedeem', 'apUnitPrice', 'dpUnitPrice', 'dpProcFeeRate', 'minRedeemPoints', 'redeemStep', 'maxRedeemRatio',
      'prepaidAlertPoints', 'paymentTermDays', 'bankCode', 'bankBranch', 'bankAccount'
    ) then '2'
    else '1'
  end as log_table,
  coalesce(c.company_no, s.retail_store_no, r.reward_point_no, g.company_group_no) as record_no,
  case
    when h.action in ('create', 'import') then '1'
    when h.action = 'delete' then '3'
    when h.action = 'submit' then '4'
    when h.action in ('approve', 'change') and a.status is distinct from '4' then '5'
    when h.action in ('reject', 'change') then '6'
    when h.action in ('stop', 'suspend') then '7'
    when h.action = 'terminate' then '8'
    else '2'
  end as log_action,
  h.entity,
  d.field,
  d.title as field_name,
  d.before_value as old_value,
  d.after_value as new_value,
  coalesce(a.submitted_by, h.user_name) as user_name,
  coalesce(a.approved_by, case when h.action = 'approve' then h.user_name end) as approved_by,
  h.remark,
  1 as row_version,
  h.user_name as created_by,
  h.occurred_at as created_at,
  null::text as updated_by,
  null::timestamptz as updated_at
from record_history h
-- What the server works out from other records is no change of this one.
left join record_change d on d.history_id = h.id
  and d.field not in ('hasPendingChange', 'changeSubmittedBy', 'effectiveDate', 'companyGroupNo', 'isGroupParent', 'rewardRate', 'memberCount')
left join company c on h.entity = 'company' and c.id = h.record_id
left join retail_store s on h.entity = 'retailStore' and s.id = h.record_id
left join reward_point r on h.entity = 'rewardPoint' and r.id = h.record_id
left join company_group g on h.entity = 'companyGroup' and g.id = h.record_id
-- A decided change request: the person who asked and the one who decided, not whoever's call wrote it.
left join change_request a on h.action = 'change' and a.entity = h.entity and a.change_no = h.remark
where h.entity in ('company', 'retailStore', 'rewardPoint', 'companyGroup');
create index record_history_company_log on record_history (occurred_at desc)
  where entity in ('company', 'retailStore', 'rewardPoint', 'companyGroup');
