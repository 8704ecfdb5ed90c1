import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { TodoCards } from '../../../answers/noticeboard.ts'
import {
  activityAdjustStatus,
  adjustStatus,
  anomalyStatus,
  companyChangeStatus,
  contractStatus,
  corporateStatus,
  couponBatchStatus,
  orderSource,
  pendingStatus,
  serialBatchStatus,
  settingStatus,
  settlementMode,
  uploadStatus,
} from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor } from '../../platform/database/tables.ts'

interface TodoSource {
  readonly key: string
  readonly title: string
  readonly uri: string
  readonly permission: string
  readonly count: RawBuilder<unknown>
}

/** Counts of records that wait for a decision or need attention, each with the permission that shows it. */
const sources: readonly TodoSource[] = [
  {
    key: 'ledgerBroken',
    title: '帳務檢核失敗',
    uri: '/_logs/activitylog?logCategory=4&jobStatus=failed',
    // Only system administrators may run a job again, and they are the ones to be told (domain 2.4).
    permission: 'logs.activitylog.rerun',
    count: sql`select count(*) from (
        select distinct on (name) status from job
        where name in ('points.verify', 'audit.verify') and (status = 'done' or (status = 'failed' and error like '%帳本檢核不符%'))
        order by name, finished_at desc
      ) as newest where status = 'failed'`,
  },
  {
    key: 'corporateApplication',
    title: '待審企業會員',
    uri: '/_corporate/corporate?status=1',
    permission: 'corporate.corporate.approve',
    count: sql`select count(*) from corporate_member where status = ${sql.lit(corporateStatus.waiting)}`,
  },
  {
    key: 'pointRequest',
    title: '會員採購申請',
    uri: '/_corporate/corporate_settlement?view=requested',
    permission: 'corporate.corporate_settlement.submit',
    count: sql`select count(*) from corporate_settlement where status = ${sql.lit(serialBatchStatus.draft)}
      and order_source = ${sql.lit(orderSource.member)}`,
  },
  {
    key: 'companyContract',
    title: '待審特約商',
    uri: '/_company/company_details?contractStatus=2',
    permission: 'company.companies.approve',
    count: sql`select count(*) from company where contract_status = ${sql.lit(contractStatus.waiting)}`,
  },
  {
    key: 'companyChange',
    title: '待審特約商變更',
    uri: '/_company/company_details?hasPendingChange=true',
    permission: 'company.companies.approve',
    count: sql`select count(*) from change_request where entity = 'company' and status = ${sql.lit(companyChangeStatus.open)}`,
  },
  {
    key: 'adjustments',
    title: '待審調整單',
    uri: '/_points/adjustments?status=2',
    permission: 'points.adjustments.approve',
    count: sql`select count(*) from adjustment_sheet where status = ${sql.lit(adjustStatus.waiting)}`,
  },
  {
    key: 'negativeRestriction',
    title: '待審負點上限',
    uri: '/_pending/negative_restriction?status=2',
    permission: 'pending.negative_restriction.approve',
    count: sql`select count(*) from negative_restriction where status = ${sql.lit(settingStatus.waiting)}`,
  },
  {
    key: 'memberPendingPoint',
    title: '待審負點沖銷',
    uri: '/_pending/member_pending_point?status=4',
    permission: 'pending.member_pending_point.approve',
    count: sql`select count(*) from member_pending_point where status = ${sql.lit(pendingStatus.writeOffRequested)}`,
  },
  {
    key: 'rewardPoint',
    title: '待審點數回饋設定',
    uri: '/_company/reward_point?status=2',
    permission: 'company.reward_point.approve',
    count: sql`select count(*) from reward_point where status = ${sql.lit(settingStatus.waiting)}`,
  },
  {
    key: 'pointExchange',
    title: '待審點數轉換設定',
    uri: '/_company/point_exchange?status=2',
    permission: 'company.point_exchange.approve',
    count: sql`select count(*) from point_exchange where status = ${sql.lit(settingStatus.waiting)}`,
  },
  {
    key: 'companyDiscount',
    title: '待審月結折扣設定',
    uri: '/_company/company_discount?status=2',
    permission: 'company.company_discount.approve',
    count: sql`select count(*) from company_discount where status = ${sql.lit(settingStatus.waiting)}`,
  },
  {
    key: 'yearlyDiscount',
    title: '待審年度折扣設定',
    uri: '/_company/yearly_discount?status=2',
    permission: 'company.yearly_discount.approve',
    count: sql`select count(*) from yearly_discount where status = ${sql.lit(settingStatus.waiting)}`,
  },
  {
    key: 'payerExtraRatio',
    title: '待審聯名卡加碼設定',
    uri: '/_company/pay_as_you_go_payer_extra_ratio?status=2',
    permission: 'company.pay_as_you_go_payer_extra_ratio.approve',
    count: sql`select count(*) from payer_extra_ratio where status = ${sql.lit(settingStatus.waiting)}`,
  },
  ...['point_invoice', 'payg_invoice'].flatMap(einvoiceCards),
  {
    key: 'invoiceTrackLow',
    title: '發票字軌剩餘不足一成',
    uri: '/_accounting/invoice_track?isLow=true&isEnabled=true',
    permission: 'accounting.invoice_track.edit',
    count: sql`select count(*) from invoice_track_view
      where is_low and is_enabled and tax_period >= to_char(now() at time zone 'Asia/Taipei' - interval '1 month', 'YYYYMM')`,
  },
  {
    key: 'newWarning',
    title: '新的異常警示',
    uri: '/_warning/warning_transaction?status=1',
    permission: 'warning.warning_transaction.handle',
    count: sql`select count(*) from warning_transaction where status = ${sql.lit(anomalyStatus.open)}`,
  },
  {
    key: 'activityAdjustment',
    title: '待審活動異動',
    uri: '/_activity/activityadjustments?status=2',
    permission: 'activity.activityadjustments.approve',
    count: sql`select count(*) from activity_adjustment where status = ${sql.lit(activityAdjustStatus.waiting)}`,
  },
  {
    key: 'couponBatch',
    title: '待審票券批次',
    uri: '/_coupon/coupon_batch_audit?status=2',
    permission: 'coupon.coupon_batch_audit.approve',
    count: sql`select count(*) from coupon_batch where status = ${sql.lit(couponBatchStatus.submitted)}`,
  },
  {
    key: 'couponExtra',
    title: '待審票券追加',
    uri: '/_coupon/coupon_batch_audit?view=extra',
    permission: 'coupon.coupon_batch_audit.approve',
    count: sql`select count(*) from coupon_batch where extra_quantity is not null`,
  },
  {
    key: 'couponStock',
    title: '票券低於安全存量',
    uri: '/_coupon/coupon_batch?view=lowStock',
    permission: 'coupon.coupon_batch.generate',
    count: sql`select count(*) from coupon_batch_view where is_low_stock`,
  },
  {
    key: 'prepaidAlert',
    title: '點數存量不足',
    uri: '/_company/companies?settlementMode=2',
    permission: 'company.companies.view',
    count: sql`select count(*) from company
      where settlement_mode = ${sql.lit(settlementMode.prepaid)}
        and contract_status in (${literals(contractStatus.inForce, contractStatus.suspended)}) and prepaid_balance < prepaid_alert_points`,
  },
]

/**
 * Cards for e-invoices of a screen that were refused, and for those whose upload deadline of seven days is at most two days away or over.
 */
function einvoiceCards(table: string): readonly TodoSource[] {
  const isPayg = table === 'payg_invoice'
  const name = isPayg ? 'pay_as_you_go_invoice' : 'point_invoice_discount'
  const what = isPayg ? '隨付隨結電子發票' : '電子發票'
  const permission = `accounting.${name}.${isPayg ? 'invoice' : 'edit'}`
  const view = sql.table(`${table}_view`)
  return [
    {
      ...{ key: `${table}Failed`, title: `${what}上傳失敗`, uri: `/_accounting/${name}?view=uploadFailed`, permission },
      count: sql`select count(*) from ${view} where upload_status = ${sql.lit(uploadStatus.failed)}`,
    },
    {
      ...{ key: `${table}Due`, title: `${what}上傳期限將屆`, uri: `/_accounting/${name}?view=uploadDue`, permission },
      count: sql`select count(*) from ${view}
        where upload_status <> ${sql.lit(uploadStatus.uploaded)} and upload_remind_on <= (now() at time zone 'Asia/Taipei')::date`,
    },
  ]
}

/** The cards with a count above 0, for the permissions of the actor. */
export async function readTodo(db: Executor, actor: Actor): Promise<Static<typeof TodoCards>> {
  const allowed = sources.filter((source) => actor.permissions.has(source.permission))
  if (allowed.length === 0) return []
  const counts = sql.join(allowed.map((source) => sql`(${source.key}::text, (${source.count}))`))
  const { rows } = await sql<{ key: string; count: number }>`select t.key, t.count from (values ${counts}) as t (key, count)`.execute(db)
  return allowed
    .map(({ key, title, uri }) => ({ key, title, uri, count: Number(rows.find((row) => row.key === key)?.count ?? 0) }))
    .filter((card) => card.count > 0)
}
