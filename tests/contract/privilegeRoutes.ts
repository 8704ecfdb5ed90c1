/**
 * Permissions that may lead to others: their routes write accounts, roles, keys or mails to the owner of an account, or read mails.
 * `privilegeChains.test.ts` tries every pair of them.
 */
export const powerfulPermissions: readonly string[] = [
  ...['create', 'edit', 'delete', 'import', 'resetpassword', 'unlock', 'export'].map((action) => `authority.users.${action}`),
  ...['create', 'edit', 'delete'].map((action) => `authority.roles.${action}`),
  ...['create', 'edit', 'rotatekey'].map((action) => `connection.connection_platform.${action}`),
  ...['create', 'edit', 'approve', 'suspend'].map((action) => `corporate.corporate.${action}`),
  ...['view', 'rerun', 'export'].map((action) => `logs.activitylog.${action}`),
  'logs.useractionlog.view',
]

/**
 * Resources whose routes write no account, role or key, with what they write instead. A resource with a writing route that is in neither
 * list fails the test, so that its author has to decide.
 */
export const harmlessResources: Readonly<Record<string, string>> = {
  'accounting.remainder_point': 'sums of points, from the ledger alone',
  'company.companies': 'contracts; what a merchant user may do comes from its role',
  'company.company_details': 'decisions on contracts',
  'company.reward_point': 'reward settings',
  'company.retail_store': 'outlets',
  'company.point_exchange': 'conversion settings',
  'company.company_discount': 'discounts',
  'company.yearly_discount': 'discounts',
  'company.company_group': 'groups; widens the view of merchants that exist, for which it is made',
  'company.pay_as_you_go_payer_extra_ratio': 'ratios',
  'connection.webhook': 'where notices of documents go besides people: signed, without masked or restricted fields, to the internet alone',
  'activity.activity': 'campaigns that a second person approves; their points go to members',
  'activity.activityadjustments': 'decisions on campaigns of others',
  'announcement.announcements': 'announcements, cleaned HTML',
  'warning.warning': 'rules of warnings and who hears of them',
  'warning.warning_transaction': 'warnings, and the freezing of members',
  'warning.log_activity_exception': 'warnings',
  'points.adjustmentslist': 'sheets that a second person approves',
  'points.adjustments': 'decisions on sheets of others',
  'points.contractor_point_history': 'nothing',
  'points.member_point_history': 'freezing of members; unmasking is logged',
  'pending.negative_restriction': 'limits that a second person approves',
  'pending.member_pending_point': 'write-offs that a second person approves',
  'logs.companylog': 'nothing',
  'accounting.statement_close': 'months of all merchants, opened again by a second person',
  'accounting.statements': 'invoices and payments of closed statements',
  'accounting.pay_as_you_go_statements': 'periods of payers',
  'accounting.pay_as_you_go_invoice': 'invoices and allowances of payers, voided by a second person',
  'accounting.point_invoice_discount': 'invoices and allowances, voided by a second person',
  'accounting.center_sale': 'sales of points that a second person approves',
  'accounting.yearly_discount_statement_close': 'years of all merchants, opened again by a second person',
  'accounting.point_invoice_ap_fee_yr_dis': 'allowances of years, voided by a second person',
  'accounting.point_invoice_dp_proc_fee_yr_dis': 'allowances of years, voided by a second person',
  'accounting.invoice_track': 'numbers of invoices',
  'accounting.aberrant_point_remark': 'explanations of points',
  'accounting.ctbc_period_statement': 'periods of the bank',
  'settings.code_table': 'parameters: the limits themselves are what this permission is about, such as from which sum a sheet is large',
  'corporate.corporate_settlement': 'orders of points; serials and passwords go to the address that a second person approved',
  'corporate.coupon_card': 'cards; their files are opened by a password of their own',
  'coupon.coupon_batch': 'coupon products',
  'coupon.coupon_batch_audit': 'decisions on coupon products of others',
  'coupon.coupon_list': 'coupons, mailed to who ordered them',
  'report.exchange_report': 'cancelled orders',
  'report.exchange_usage_report': 'nothing',
  'exchange_cms.exchange_cms_redirect': 'contents of the portal, cleaned HTML; the ticket opens contents only',
}

/** Files of the server that write tables of identity. Each is a way to an account, so think before adding one. */
export const filesThatWriteIdentity: readonly string[] = [
  'identity/jobs.ts',
  'identity/login/attemptQueries.ts',
  'identity/login/passwordLogin.ts',
  'identity/login/refreshLogin.ts',
  'identity/passwords/forgottenPassword.ts',
  'identity/passwords/passwordLink.ts',
  'identity/passwords/passwordStore.ts',
  'identity/permissions/seedRoles.ts',
  'identity/seedAccounts.ts',
  'identity/tokens/sessions.ts',
  'identity/userHooks.ts',
  'identity/users/portalAccounts.ts',
  'identity/userQueries.ts',
  // Only what a role was granted of a screen of own records, when its document gets another uri.
  'screens/conversion/moveScreen.ts',
]
