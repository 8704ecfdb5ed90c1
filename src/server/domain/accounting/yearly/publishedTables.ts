import type { PublishedTable } from '../../../../language/catalog/publishedTable.ts'

const closeScreen = 'accounting.yearly_discount_statement_close'
const ofYear = { scope: 'companyNo', screens: [], asChild: [closeScreen], elsewhere: 'nothing', readonly: true } as const

/** Operations that screen documents may use on years and their allowances. */
export const yearlyTables: readonly PublishedTable[] = [
  {
    ...{
      table: 'yearly_settlement',
      view: 'yearly_settlement_view',
      entity: 'yearlySettlement',
      scope: 'companyNo',
      screens: [closeScreen],
    },
    elsewhere: 'nothing',
    shown: [
      ...[
        'yearlyStatementNo',
        'settlementName',
        'year',
        'companyNo',
        'feeType',
        'combineGroup',
        'closedMonths',
        'dueMonths',
        'yearPoints',
        'tierBasePoints',
      ],
      ...['yearFee', 'discountRate', 'discountAmount', 'discountTax', 'discountTotal', 'allowanceNos', 'trialAt', 'closedBy', 'closedAt'],
      ...['reopenReason', 'version', 'status'],
    ],
    state: 'status',
    transitions: {
      trial: { permission: 'trial', from: ['1'], to: '1' },
      close: { permission: 'close', from: ['1'], to: '2' },
      reopen: { permission: 'reopen', from: ['2'], to: '1' },
    },
  },
  {
    table: 'yearly_month',
    entity: 'yearlyMonth',
    ...ofYear,
    shown: ['settingId', 'companyNo', 'periodNo', 'isClosed', 'statementNo', 'points', 'fee'],
  },
  {
    table: 'yearly_step',
    entity: 'yearlyStep',
    ...ofYear,
    shown: ['settingId', 'companyNo', 'seq', 'title', 'formula', 'numbers', 'result'],
  },
  {
    ...{ table: 'yearly_allowance', view: 'yearly_allowance_view', entity: 'yearlyAllowance', scope: 'companyNo' },
    // One entity is shown on two screens, one for each fee, and each screen has its own permissions.
    screens: ['accounting.point_invoice_ap_fee_yr_dis', 'accounting.point_invoice_dp_proc_fee_yr_dis'],
    ...{ asChild: [closeScreen], elsewhere: 'nothing' },
    shown: [
      ...['allowanceNo', 'settingId', 'year', 'feeType', 'yearlyStatementNo', 'companyNo', 'buyerName', 'taxNumber', 'originalInvoiceNo'],
      ...[
        'originalInvoiceDate',
        'originalSales',
        'remainingBefore',
        'salesAmount',
        'taxAmount',
        'totalAmount',
        'issueDate',
        'taxPeriod',
        'settleMethod',
      ],
      ...['settledOn', 'setOffStatementNo', 'settleRef', 'consentAt', 'consentRef', 'issuedBy', 'issuedAt', 'voidReason', 'voidedBy'],
      ...['voidedAt', 'status', 'uploadStatus', 'uploadDueOn', 'uploadRemindOn', 'uploadedAt', 'uploadReason'],
    ],
    state: 'status',
    transitions: {
      issue: { fills: ['settleMethod'], permission: 'issue', from: ['1'], to: '2' },
      consent: { fills: ['consentRef'], permission: 'issue', from: ['2'], to: '6' },
      refund: { permission: 'issue', from: ['2', '6'], to: '2', guard: { 'row.settledOn': { empty: true } } },
      void: { permission: 'void', from: ['2', '6'], to: '3', guard: { 'row.settledOn': { empty: true } } },
    },
  },
]
