import { builtInDictionaries } from './builtInDictionaries.ts'
import type { CodeNames } from './known.ts'

/** All resources of domain 6. Their permissions exist even without a screen document. */
const resources = [
  'authority.roles',
  'authority.users',
  'connection.connection_platform',
  'connection.webhook',
  'company.companies',
  'company.company_details',
  'company.reward_point',
  'company.retail_store',
  'company.point_exchange',
  'company.company_discount',
  'company.yearly_discount',
  'company.company_group',
  'company.pay_as_you_go_payer_extra_ratio',
  'announcement.announcements',
  'warning.warning',
  'warning.warning_transaction',
  'warning.log_activity_exception',
  'points.adjustmentslist',
  'points.adjustments',
  'points.contractor_point_history',
  'points.daily_points',
  'points.daily_members',
  'points.member_point_history',
  'pending.negative_restriction',
  'pending.member_pending_point',
  'logs.activitylog',
  'logs.useractionlog',
  'logs.companylog',
  'accounting.center_sale',
  'accounting.statement_close',
  'accounting.statements',
  'accounting.yearly_discount_statement_close',
  'accounting.remainder_point',
  'accounting.invoice_track',
  'accounting.journal',
  'accounting.month_run',
  'accounting.pay_as_you_go_statements',
  'accounting.pay_as_you_go_invoice',
  'accounting.point_invoice_discount',
  'accounting.point_invoice_ap_fee_yr_dis',
  'accounting.point_invoice_dp_proc_fee_yr_dis',
  'accounting.points_log',
  'accounting.aberrant_point_remark',
  'accounting.ctbc_period_statement',
  'accounting.activity_perf_report',
  'corporate.corporate',
  'corporate.corporate_settlement',
  'corporate.coupon_card',
  'activity.activity',
  'activity.activityadjustments',
  'activity.activity_history',
  'coupon.coupon_batch',
  'coupon.coupon_batch_audit',
  'coupon.coupon_list',
  'settings.code_table',
  'settings.screens',
  'report.exchange_report',
  'report.exchange_usage_report',
  'exchange_cms.exchange_cms_redirect',
]

/** Console pages that are not drawn from documents. */
const pages = ['/noticeboard', '/_authority/change_password', '/_authority/forget_password', '/settings/api', '/settings/role_matrix']

/**
 * Names defined by code that documents may use. At start the server checks that every dictionary here has a provider or a document; the
 * checker (command line, editor) has only this list.
 */
export const knownNames: CodeNames = {
  dictionaries: new Set(builtInDictionaries.map(({ name }) => name)),
  resources: new Set(resources),
  pages: new Set(pages),
}
