-- Field-level history of companies and what belongs to them (domain 4.10), one row per changed field. Read from the histories, which store
-- company, number and name of the record on that day, so that a record removed since can still be found.
create view company_log as
select
  -- Unique and ordered: a record has far fewer than 1,000 fields.
  h.sequence * 1000 + coalesce(d.position, 0) as id,
  h.occurred_at,
  h.company_no,
  case
    when h.entity = 'retailStore' then '3'
    when h.entity = 'rewardPoint' then '4'
    when h.entity = 'pointExchange' then '5'
    when h.entity = 'companyDiscount' then '6'
    when h.entity = 'yearlyDiscount' then '7'
    when h.entity = 'companyGroup' then '8'
    when h.entity = 'payerExtraRatio' then '9'
    when h.entity = 'activity' then '10'
    when d.field in (
      'settlementMode', 'paygCycle', 'cycleDay', 'bankStream', 'contractNo', 'contractStartDate', 'contractEndDate', 'contractStatus',
      'allowIssue', 'allowRedeem', 'apUnitPrice', 'dpUnitPrice', 'dpProcFeeRate', 'minRedeemPoints', 'redeemStep', 'maxRedeemRatio',
      'prepaidAlertPoints', 'paymentTermDays', 'bankCode', 'bankBranch', 'bankAccount'
    ) then '2'
    else '1'
  end as log_table,
  h.record_no,
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
  coalesce(a.submitted_by, j.submitted_by, h.user_name) as user_name,
  coalesce(a.approved_by, j.approved_by, case when h.action = 'approve' then h.user_name end) as approved_by,
  h.remark,
  1 as row_version,
  h.user_name as created_by,
  h.occurred_at as created_at,
  null::text as updated_by,
  null::timestamptz as updated_at,
  h.record_label,
  -- The platform is no merchant that could be opened.
  nullif(h.company_no, 'C000000') as merchant_no
from record_history h
-- What the server works out from other records, or needs for itself, is no change of this one.
left join record_change d on d.history_id = h.id
  and d.field not in ('hasPendingChange', 'changeSubmittedBy', 'effectiveDate', 'companyGroupNo', 'isGroupParent', 'rewardRate', 'memberCount',
    'tierSummary', 'previousId')
  and not (h.entity = 'activity'
    and d.field in ('pendingAdjustmentNo', 'pendingAdjustType', 'submittedBy', 'changeReason', 'version', 'merchantNo', 'memberCount'))
-- A decided change request: the person who asked and the one who decided, not whoever's call wrote it.
left join change_request a on h.action = 'change' and a.entity = h.entity and a.change_no = h.remark
-- A decided request about a campaign likewise.
left join activity_adjustment j on h.entity = 'activity' and j.adjustment_no = h.remark
where h.entity in (
  'activity', 'company', 'retailStore', 'rewardPoint', 'companyGroup', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio');
