-- Histories keep the company, the number and the name of the record as they were on that day, so that a record that was removed since can
-- still be found in 特約商異動紀錄.
alter table record_history add column company_no text, add column record_no text, add column record_label text;

-- As in 0085, with what is new of rows that have it: the links of older rows stay as they are.
create or replace function audit_text(h record_history) returns text language sql stable parallel safe as $$
  select case
    when h.record_no is null then row(h.id, h.entity, h.record_id, h.action, h.label, h.from_state, h.to_state, h.remark, h.user_name,
      extract(epoch from h.occurred_at), h.sequence)::text
    else row(h.id, h.entity, h.record_id, h.action, h.label, h.from_state, h.to_state, h.remark, h.user_name,
      extract(epoch from h.occurred_at), h.sequence, h.company_no, h.record_no, h.record_label)::text
  end
$$;

-- The same of the records whose histories were written before: these rows cannot be changed any more.
create table record_subject (
  entity text not null,
  record_id bigint not null,
  company_no text not null,
  record_no text not null,
  record_label text,
  primary key (entity, record_id)
);

insert into record_subject (entity, record_id, company_no, record_no, record_label)
select 'company', id, company_no, company_no, company_short_name from company
union all select 'retailStore', id, company_no, retail_store_no, store_name from retail_store
union all select 'rewardPoint', id, company_no, reward_point_no, reward_point_name from reward_point
union all select 'companyGroup', id, parent_company_no, company_group_no, company_group_name from company_group
union all select 'pointExchange', id, company_no, point_exchange_no, partner_point_name from point_exchange
union all select 'companyDiscount', id, company_no, discount_no, null from company_discount
union all select 'yearlyDiscount', id, company_no, yearly_discount_no, null from yearly_discount
union all select 'payerExtraRatio', id, payer_company_no, extra_ratio_no, null from payer_extra_ratio;

-- Of what was removed its last history tells the fields.
insert into record_subject (entity, record_id, company_no, record_no, record_label)
select f.entity, h.record_id, max(c.before_value) filter (where c.field = f.company), max(c.before_value) filter (where c.field = f.number),
  max(c.before_value) filter (where c.field = f.name)
from (values
  ('company', 'companyNo', 'companyNo', 'companyShortName'),
  ('retailStore', 'companyNo', 'retailStoreNo', 'storeName'),
  ('rewardPoint', 'companyNo', 'rewardPointNo', 'rewardPointName'),
  ('companyGroup', 'parentCompanyNo', 'companyGroupNo', 'companyGroupName'),
  ('pointExchange', 'companyNo', 'pointExchangeNo', 'partnerPointName'),
  ('companyDiscount', 'companyNo', 'discountNo', ''),
  ('yearlyDiscount', 'companyNo', 'yearlyDiscountNo', ''),
  ('payerExtraRatio', 'payerCompanyNo', 'extraRatioNo', '')
) as f (entity, company, number, name)
join record_history h on h.entity = f.entity and h.action = 'delete'
join record_change c on c.history_id = h.id
group by f.entity, h.record_id
having max(c.before_value) filter (where c.field = f.company) is not null and max(c.before_value) filter (where c.field = f.number) is not null
on conflict do nothing;

create trigger record_subject_insert_only before update or delete or truncate on record_subject
  for each statement execute function refuse_change();

create or replace view company_log as
select
  -- Unique and ordered: a record has far fewer than 1,000 fields.
  h.sequence * 1000 + coalesce(d.position, 0) as id,
  h.occurred_at,
  coalesce(h.company_no, o.company_no) as company_no,
  case
    when h.entity = 'retailStore' then '3'
    when h.entity = 'rewardPoint' then '4'
    when h.entity = 'pointExchange' then '5'
    when h.entity = 'companyDiscount' then '6'
    when h.entity = 'yearlyDiscount' then '7'
    when h.entity = 'companyGroup' then '8'
    when h.entity = 'payerExtraRatio' then '9'
    when d.field in (
      'settlementMode', 'paygCycle', 'cycleDay', 'bankStream', 'contractNo', 'contractStartDate', 'contractEndDate', 'contractStatus',
      'allowIssue', 'allowRedeem', 'apUnitPrice', 'dpUnitPrice', 'dpProcFeeRate', 'minRedeemPoints', 'redeemStep', 'maxRedeemRatio',
      'prepaidAlertPoints', 'paymentTermDays', 'bankCode', 'bankBranch', 'bankAccount'
    ) then '2'
    else '1'
  end as log_table,
  coalesce(h.record_no, o.record_no) as record_no,
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
  null::timestamptz as updated_at,
  coalesce(h.record_label, o.record_label) as record_label
from record_history h
left join record_subject o on h.record_no is null and o.entity = h.entity and o.record_id = h.record_id
-- What the server works out from other records, or needs for itself, is no change of this one.
left join record_change d on d.history_id = h.id
  and d.field not in ('hasPendingChange', 'changeSubmittedBy', 'effectiveDate', 'companyGroupNo', 'isGroupParent', 'rewardRate', 'memberCount',
    'tierSummary', 'previousId')
-- A decided change request: the person who asked and the one who decided, not whoever's call wrote it.
left join change_request a on h.action = 'change' and a.entity = h.entity and a.change_no = h.remark
where h.entity in (
  'company', 'retailStore', 'rewardPoint', 'companyGroup', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio');
