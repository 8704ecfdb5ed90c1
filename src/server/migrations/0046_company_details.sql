-- The log of merchants knows their conversions, discounts and extra ratios; what the detail screen of a merchant lists beside its own data.

create or replace view company_log as
select
  -- Unique and ordered: a record has far fewer than 1,000 fields.
  h.sequence * 1000 + coalesce(d.position, 0) as id,
  h.occurred_at,
  coalesce(c.company_no, s.company_no, r.company_no, g.parent_company_no, x.company_no, m.company_no, y.company_no, e.payer_company_no) as company_no,
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
  coalesce(
    c.company_no, s.retail_store_no, r.reward_point_no, g.company_group_no, x.point_exchange_no, m.discount_no, y.yearly_discount_no,
    e.extra_ratio_no
  ) as record_no,
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
  and d.field not in ('hasPendingChange', 'changeSubmittedBy', 'effectiveDate', 'companyGroupNo', 'isGroupParent', 'rewardRate', 'memberCount', 'tierSummary')
left join company c on h.entity = 'company' and c.id = h.record_id
left join retail_store s on h.entity = 'retailStore' and s.id = h.record_id
left join reward_point r on h.entity = 'rewardPoint' and r.id = h.record_id
left join company_group g on h.entity = 'companyGroup' and g.id = h.record_id
left join point_exchange x on h.entity = 'pointExchange' and x.id = h.record_id
left join company_discount m on h.entity = 'companyDiscount' and m.id = h.record_id
left join yearly_discount y on h.entity = 'yearlyDiscount' and y.id = h.record_id
left join payer_extra_ratio e on h.entity = 'payerExtraRatio' and e.id = h.record_id
-- A decided change request: the person who asked and the one who decided, not whoever's call wrote it.
left join change_request a on h.action = 'change' and a.entity = h.entity and a.change_no = h.remark
where h.entity in (
  'company', 'retailStore', 'rewardPoint', 'companyGroup', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio');

drop index record_history_company_log;
create index record_history_company_log on record_history (occurred_at desc)
  where entity in (
    'company', 'retailStore', 'rewardPoint', 'companyGroup', 'pointExchange', 'companyDiscount', 'yearlyDiscount', 'payerExtraRatio');

-- Prices that were approved are asked for by company with every posting.
create index change_request_company on change_request (record_id, approved_at) where entity = 'company' and status in ('2', '3');

-- 折扣級距: monthly and yearly tiers of a company in one list.
create view company_discount_tier as
select
  d.id, d.discount_no as setting_no, d.company_no, '1' as discount_kind, d.fee_type,
  d.start_month as start_period, d.end_month as end_period, d.combine_group, tier_summary(d.tiers) as tier_summary, d.status,
  d.row_version, d.created_by, d.created_at, d.updated_by, d.updated_at
from company_discount d
union all
select
  y.id, y.yearly_discount_no, y.company_no, '2', y.fee_type, y.year::text, y.year::text, y.combine_group, tier_summary(y.tiers), y.status,
  y.row_version, y.created_by, y.created_at, y.updated_by, y.updated_at
from yearly_discount y;

-- 聯名卡加碼: what a company pays as a payer, and what holds for its own sales. Two companies see one setting, so the id is made of both.
create view company_extra_ratio as
select
  hashtextextended(c.company_no, e.id) & 9007199254740991 as id,
  c.company_no as applies_to, e.extra_ratio_no, e.payer_company_no, e.company_no, e.card_type, e.card_prefixes, e.base_bearer,
  e.extra_ratio, e.payer_share_ratio, e.monthly_cap_points, e.unit_price, e.priority, e.start_date, e.end_date, e.status,
  e.row_version, e.created_by, e.created_at, e.updated_by, e.updated_at
from payer_extra_ratio e
join company c on c.company_no = e.payer_company_no or e.company_no = c.company_no
  or (e.company_no is null and not c.is_payer and c.settlement_mode <> '3');

-- 近12期對帳單: the newest twelve periods of a company and stream with the points that are in them.
create view company_recent_period as
select
  p.id, p.company_no, p.stream, p.period_no, p.start_date, p.end_date, p.status, p.closed_at, p.closed_by,
  coalesce(e.ap_points, 0) as ap_points, coalesce(e.payg_points, 0) as payg_points, coalesce(e.dp_points, 0) as dp_points,
  coalesce(e.conv_in_points, 0) as conv_in_points, coalesce(e.conv_out_points, 0) as conv_out_points,
  p.row_version, p.created_by, p.created_at, p.updated_by, p.updated_at
from (
  select q.*, row_number() over (partition by q.company_no order by q.start_date desc, q.stream) as age from company_period q
) p
left join lateral (
  select
    -sum(n.points) filter (where n.account_class in ('AWARD', 'PREPAID')) as ap_points,
    -sum(n.points) filter (where n.account_class = 'PAYG') as payg_points,
    sum(n.points) filter (where n.account_class = 'DEDUCT') as dp_points,
    -sum(n.points) filter (where n.account_class = 'CONVIN') as conv_in_points,
    sum(n.points) filter (where n.account_class = 'CONVOUT') as conv_out_points
  from point_entry n where n.company_no = p.company_no and n.period_id = p.id
) e on true
where p.age <= 12;
