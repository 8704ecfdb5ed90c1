/**
 * The permissions of the default roles: the matrix of domain 6, row by row.
 *
 * A row names the resource, the actions of each class besides `view` (V), and for each role its classes and single actions: `VWX`,
 * `VWX+close`, `VX+invoice+pay`. W = working actions, A = decisions of a second person, X = export, U = unmask.
 */
export interface MatrixRow {
  readonly resource: string
  readonly W?: string
  readonly A?: string
  readonly X?: string
  readonly U?: string
  readonly grants: Readonly<Partial<Record<MatrixRole, string>>>
}

export const matrixRoles = ['SYS', 'OPS', 'FIN', 'FM', 'CS', 'MKT', 'AUD', 'MER'] as const
export type MatrixRole = (typeof matrixRoles)[number]

/** Working actions of a setting with approval (pattern AS). */
const setting = { W: 'create edit delete submit', A: 'approve', X: 'export' } as const
const readOnly = { X: 'export' } as const

export const permissionMatrix: readonly MatrixRow[] = [
  { resource: 'authority.roles', W: 'create edit delete', grants: { SYS: 'VW', AUD: 'V' } },
  {
    resource: 'authority.users',
    W: 'create edit delete import',
    A: 'resetpassword unlock',
    X: 'export',
    grants: { SYS: 'VWAX', AUD: 'VX' },
  },
  { resource: 'connection.connection_platform', W: 'create edit', A: 'rotatekey', grants: { SYS: 'VWA', OPS: 'V', AUD: 'V' } },
  { resource: 'connection.webhook', W: 'create edit delete test', grants: { SYS: 'VW', AUD: 'V' } },
  {
    resource: 'company.companies',
    W: 'create edit delete submit import',
    A: 'approve suspend terminate',
    X: 'export',
    grants: { SYS: 'V', OPS: 'VWX', FIN: 'VX', FM: 'VAX', CS: 'V', MKT: 'V', AUD: 'VX' },
  },
  {
    resource: 'company.company_details',
    ...readOnly,
    grants: { SYS: 'V', OPS: 'VX', FIN: 'VX', FM: 'VX', CS: 'V', MKT: 'V', AUD: 'VX', MER: 'VX' },
  },
  { resource: 'company.reward_point', ...setting, grants: { OPS: 'VWX', FIN: 'V', FM: 'VAX', CS: 'V', MKT: 'VX', AUD: 'VX', MER: 'V' } },
  {
    resource: 'company.retail_store',
    W: 'create edit delete import',
    X: 'export',
    grants: { OPS: 'VWX', FIN: 'V', FM: 'V', CS: 'V', MKT: 'V', AUD: 'VX', MER: 'VX' },
  },
  { resource: 'company.point_exchange', ...setting, grants: { OPS: 'VWX', FIN: 'V', FM: 'VAX', CS: 'V', MKT: 'V', AUD: 'VX' } },
  { resource: 'company.company_discount', ...setting, grants: { OPS: 'VW', FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'V' } },
  { resource: 'company.yearly_discount', ...setting, grants: { OPS: 'VW', FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'V' } },
  {
    resource: 'company.company_group',
    W: 'create edit delete',
    X: 'export',
    grants: { OPS: 'VWX', FIN: 'V', FM: 'V', MKT: 'V', AUD: 'VX' },
  },
  { resource: 'company.pay_as_you_go_payer_extra_ratio', ...setting, grants: { OPS: 'VWX', FIN: 'V', FM: 'VAX', MKT: 'V', AUD: 'VX' } },
  {
    resource: 'announcement.announcements',
    W: 'create edit delete',
    A: 'publish',
    grants: { SYS: 'V', OPS: 'VWA', CS: 'V', MKT: 'VW', AUD: 'V' },
  },
  { resource: 'warning.warning', W: 'create edit delete', grants: { SYS: 'V', OPS: 'VW', FM: 'V', AUD: 'V' } },
  {
    resource: 'warning.warning_transaction',
    W: 'handle close',
    A: 'reopen freeze',
    X: 'export',
    grants: { OPS: 'VWAX', FIN: 'V', FM: 'V', CS: 'VW', AUD: 'VX', MER: 'V' },
  },
  {
    resource: 'warning.log_activity_exception',
    W: 'handle close',
    X: 'export',
    grants: { OPS: 'VWX', CS: 'VW', MKT: 'VWX', AUD: 'VX', MER: 'V' },
  },
  {
    resource: 'points.adjustmentslist',
    W: 'create edit delete submit import',
    X: 'export',
    grants: { OPS: 'VWX', FIN: 'VWX', FM: 'V', CS: 'VW', AUD: 'VX' },
  },
  { resource: 'points.adjustments', A: 'approve approvelarge', X: 'export', grants: { FIN: 'V', FM: 'VAX', AUD: 'VX' } },
  {
    resource: 'points.contractor_point_history',
    ...readOnly,
    grants: { OPS: 'VX', FIN: 'VX', FM: 'VX', CS: 'V', MKT: 'V', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'points.daily_points',
    ...readOnly,
    grants: { OPS: 'VX', FIN: 'VX', FM: 'VX', CS: 'V', MKT: 'VX', AUD: 'VX', MER: 'VX' },
  },
  { resource: 'points.daily_members', ...readOnly, grants: { OPS: 'VX', CS: 'V', MKT: 'VX', AUD: 'VX' } },
  {
    resource: 'points.member_point_history',
    A: 'freeze',
    X: 'export',
    U: 'unmask',
    grants: { OPS: 'VAX', FIN: 'V', FM: 'V', CS: 'VUA', AUD: 'VXU' },
  },
  {
    resource: 'pending.negative_restriction',
    W: 'create edit delete submit',
    A: 'approve',
    grants: { OPS: 'VW', FIN: 'V', FM: 'VA', CS: 'V', AUD: 'V' },
  },
  {
    resource: 'pending.member_pending_point',
    W: 'writeoff',
    A: 'approve',
    X: 'export',
    grants: { OPS: 'VWX', FIN: 'VWX', FM: 'VAX', CS: 'VW', AUD: 'VX' },
  },
  { resource: 'logs.activitylog', A: 'rerun', X: 'export', grants: { SYS: 'VXA', AUD: 'VX' } },
  { resource: 'logs.useractionlog', ...readOnly, grants: { SYS: 'VX', AUD: 'VX' } },
  { resource: 'logs.companylog', ...readOnly, grants: { SYS: 'V', OPS: 'VX', FIN: 'V', FM: 'V', AUD: 'VX' } },
  {
    resource: 'accounting.center_sale',
    W: 'create edit submit invoice pay',
    A: 'approve void',
    X: 'export',
    grants: { OPS: 'V', FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'V' },
  },
  {
    resource: 'accounting.statement_close',
    W: 'trial',
    A: 'close reopen',
    X: 'export',
    grants: { FIN: 'VWX+close', FM: 'VAX', AUD: 'VX' },
  },
  { resource: 'accounting.journal', ...readOnly, grants: { FIN: 'VX', FM: 'VX', AUD: 'VX' } },
  { resource: 'accounting.month_run', ...readOnly, grants: { FIN: 'VX', FM: 'VX', AUD: 'VX' } },
  {
    resource: 'accounting.statements',
    W: 'invoice send pay edit',
    X: 'export',
    grants: { OPS: 'V', FIN: 'VWX', FM: 'VX', AUD: 'VX', MER: 'VX+edit' },
  },
  {
    resource: 'accounting.yearly_discount_statement_close',
    W: 'trial',
    A: 'close reopen',
    X: 'export',
    grants: { FIN: 'VWX+close', FM: 'VAX', AUD: 'VX' },
  },
  { resource: 'accounting.remainder_point', W: 'run', X: 'export', grants: { FIN: 'VWX', FM: 'VX', AUD: 'VX' } },
  {
    resource: 'accounting.pay_as_you_go_statements',
    W: 'trial send pay',
    A: 'close reopen',
    X: 'export',
    grants: { OPS: 'V', FIN: 'VWX+close', FM: 'VAX', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'accounting.pay_as_you_go_invoice',
    W: 'invoice allowance',
    A: 'void',
    X: 'export',
    grants: { FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'accounting.point_invoice_discount',
    W: 'create edit',
    A: 'void',
    X: 'export',
    grants: { FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'accounting.point_invoice_ap_fee_yr_dis',
    W: 'issue',
    A: 'void',
    X: 'export',
    grants: { FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'accounting.point_invoice_dp_proc_fee_yr_dis',
    W: 'issue',
    A: 'void',
    X: 'export',
    grants: { FIN: 'VWX', FM: 'VAX', AUD: 'VX', MER: 'VX' },
  },
  { resource: 'accounting.invoice_track', W: 'create edit delete import', X: 'export', grants: { FIN: 'VWX', FM: 'VX', AUD: 'VX' } },
  { resource: 'accounting.points_log', ...readOnly, grants: { OPS: 'V', FIN: 'VX', FM: 'VX', AUD: 'VX' } },
  { resource: 'accounting.aberrant_point_remark', W: 'edit', X: 'export', grants: { OPS: 'VW', FIN: 'VWX', FM: 'VX', AUD: 'VX' } },
  {
    resource: 'accounting.ctbc_period_statement',
    W: 'import reconcile trial pay',
    A: 'close reopen',
    X: 'export',
    grants: { FIN: 'VWX+close', FM: 'VAX', AUD: 'VX' },
  },
  {
    resource: 'accounting.activity_perf_report',
    ...readOnly,
    grants: { OPS: 'VX', FIN: 'VX', FM: 'VX', MKT: 'VX', AUD: 'VX', MER: 'VX' },
  },
  {
    resource: 'corporate.corporate',
    W: 'create edit',
    A: 'approve suspend',
    X: 'export',
    grants: { OPS: 'VWAX', FIN: 'V', FM: 'V', CS: 'V', AUD: 'VX' },
  },
  {
    resource: 'corporate.corporate_settlement',
    W: 'create edit delete submit generate deliver',
    A: 'approve void',
    X: 'export',
    grants: { OPS: 'VWX', FIN: 'VX+invoice+pay', FM: 'VAX', CS: 'V', AUD: 'VX' },
  },
  {
    resource: 'corporate.coupon_card',
    W: 'create import ship edit',
    A: 'activate void',
    X: 'export',
    grants: { OPS: 'VWAX', FIN: 'V', FM: 'V', CS: 'V', AUD: 'VX' },
  },
  {
    resource: 'activity.activity',
    W: 'create edit delete submit',
    A: 'run',
    X: 'export',
    grants: { OPS: 'VAX', FIN: 'V', FM: 'V', CS: 'V', MKT: 'VWX', AUD: 'VX', MER: 'V' },
  },
  {
    resource: 'activity.activityadjustments',
    A: 'approve approvelarge',
    X: 'export',
    grants: { OPS: 'VX+approve', FIN: 'V', FM: 'VA', MKT: 'V', AUD: 'VX' },
  },
  { resource: 'activity.activity_history', ...readOnly, grants: { OPS: 'VX', FM: 'V', CS: 'V', MKT: 'VX', AUD: 'VX' } },
  {
    resource: 'coupon.coupon_batch',
    W: 'create edit delete submit import',
    A: 'generate close cancel',
    X: 'export',
    grants: { OPS: 'VAX', FIN: 'V', FM: 'V', CS: 'V', MKT: 'VWX', AUD: 'VX' },
  },
  { resource: 'coupon.coupon_batch_audit', A: 'approve', grants: { OPS: 'V', FIN: 'V', FM: 'VA', MKT: 'V', AUD: 'V' } },
  {
    resource: 'coupon.coupon_list',
    W: 'resend',
    A: 'void extend',
    X: 'export',
    U: 'unmask',
    grants: { OPS: 'VWAX', FM: 'V', CS: 'VWU', MKT: 'VX', AUD: 'VX', MER: 'V' },
  },
  { resource: 'settings.code_table', W: 'create edit delete', grants: { SYS: 'VW', OPS: 'V', FIN: 'V', FM: 'V', AUD: 'V' } },
  // Not in the matrix: the findings of the document checker, for those who run the installation.
  { resource: 'settings.screens', grants: { SYS: 'V' } },
  {
    resource: 'report.exchange_report',
    A: 'cancel',
    X: 'export',
    grants: { OPS: 'VAX', FIN: 'VX', FM: 'VX', CS: 'V', MKT: 'VX', AUD: 'VX' },
  },
  {
    resource: 'report.exchange_usage_report',
    ...readOnly,
    grants: { OPS: 'VX', FIN: 'VX', FM: 'VX', CS: 'V', MKT: 'VX', AUD: 'VX', MER: 'VX' },
  },
  { resource: 'exchange_cms.exchange_cms_redirect', W: 'edit', A: 'publish', grants: { OPS: 'VA', MKT: 'VW', AUD: 'V' } },
]
