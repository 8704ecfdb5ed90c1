import type { PublishedTable } from '../../../../language/publishedTable.ts'

const statementScreens = ['accounting.statements', 'accounting.pay_as_you_go_statements', 'accounting.ctbc_period_statement']

/** Rows that the tabs of a statement show, by its number. */
function ofStatement(table: string, entity: string, shown: readonly string[]): PublishedTable {
  return {
    ...{ table, entity, scope: 'companyNo', screens: [], asChild: statementScreens, elsewhere: 'nothing', readonly: true },
    shown: ['statementNo', 'companyNo', ...shown],
  }
}

/** Steps of a period, with the permissions of the screen that closes it. */
function closedOn(screen: string): Pick<PublishedTable, 'state' | 'transitions'> {
  return {
    state: 'status',
    transitions: {
      trial: { permission: `accounting.${screen}.trial`, from: ['1'], to: '1' },
      close: { permission: `accounting.${screen}.close`, from: ['1'], to: '2' },
      reopen: { permission: `accounting.${screen}.reopen`, from: ['2'], to: '1' },
    },
  }
}

const period = ['periodNo', 'companyNo', 'startDate', 'endDate', 'statementNo']
const closing = ['checkResult', 'trialNetAmount', 'trialAt', 'status', 'closedBy', 'closedAt', 'reopenReason', 'version']
const payment = ['dueDate', 'paymentStatus', 'receivedAmount', 'settledAt']
const step = ['seq', 'title', 'formula', 'numbers', 'result']
const sums = ['transactionCount', 'netApPoints', 'netDpPoints']

/** What documents may do with periods and statements. */
export const statementTables: readonly PublishedTable[] = [
  {
    table: 'monthly_period',
    view: 'monthly_period_view',
    entity: 'monthlyPeriod',
    scope: 'companyNo',
    screens: ['accounting.statement_close'],
    elsewhere: 'nothing',
    shown: [...period, 'settlementMode', 'netApPoints', 'netDpPoints', 'lateCount', 'unresolvedCount', 'netAmount', ...closing],
    ...closedOn('statement_close'),
  },
  {
    table: 'payg_period',
    view: 'payg_period_view',
    entity: 'paygPeriod',
    scope: 'companyNo',
    screens: ['accounting.pay_as_you_go_statements'],
    elsewhere: 'nothing',
    shown: [
      ...period,
      ...['transactionCount', 'salesAmount', 'basePoints', 'extraPoints', 'returnedPoints', 'netPoints'],
      ...['feeAmount', 'taxAmount', 'totalAmount', ...payment, ...closing],
    ],
    ...closedOn('pay_as_you_go_statements'),
  },
  {
    table: 'bank_period',
    view: 'bank_period_view',
    entity: 'bankPeriod',
    scope: 'companyNo',
    screens: ['accounting.ctbc_period_statement'],
    elsewhere: 'nothing',
    shown: [
      ...period,
      ...[
        'convInPoints',
        'convInAmount',
        'extraPoints',
        'extraAmount',
        'convOutPoints',
        'convOutAmount',
        'dpPoints',
        'dpAmount',
        'dpProcFee',
      ],
      ...['taxAmount', 'receivableAmount', 'payableAmount', 'netAmount', 'paidAmount', ...payment, ...closing],
    ],
    ...closedOn('ctbc_period_statement'),
  },
  {
    table: 'trial_step',
    entity: 'trialStep',
    ...{
      scope: 'companyNo',
      screens: [],
      asChild: ['accounting.statement_close', ...statementScreens.slice(1)],
      elsewhere: 'nothing',
      readonly: true,
    },
    shown: ['periodId', 'companyNo', ...step],
  },
  {
    table: 'statement',
    view: 'statement_view',
    entity: 'statement',
    scope: 'companyNo',
    screens: ['accounting.statements'],
    elsewhere: 'nothing',
    shown: [
      'statementNo',
      'statementKind',
      'periodNo',
      'companyNo',
      'companyName',
      'taxNumber',
      'settlementMode',
      'startDate',
      'endDate',
      'issuedPoints',
      'returnedPoints',
      'adjustedPoints',
      'netApPoints',
      'prepaidUsedPoints',
      'tierBasePoints',
      'discountRate',
      'apGrossAmount',
      'apDiscountAmount',
      'apFee',
      'apTax',
      'redeemedPoints',
      'redeemReturnPoints',
      'dpAdjustedPoints',
      'netDpPoints',
      'dpAmount',
      'dpTierBasePoints',
      'dpDiscountRate',
      'dpGrossFee',
      'dpDiscountAmount',
      'dpProcFee',
      'dpProcTax',
      'convInPoints',
      'convInAmount',
      'convOutPoints',
      'convOutAmount',
      'couponUsedCount',
      'couponSettleAmount',
      'writeOffPoints',
      'writeOffAmount',
      'transactionCount',
      'salesAmount',
      'lateCount',
      'receivableAmount',
      'payableAmount',
      'otherAmount',
      'netAmount',
      'dueDate',
      'merchantInvoiceNo',
      'receivedAmount',
      'paidAmount',
      'settledAt',
      'paymentStatus',
      'status',
      'version',
      'closedBy',
      'closedAt',
      'reopenedBy',
      'reopenedAt',
      'reopenReason',
    ],
    state: 'status',
  },
  ofStatement('statement_step', 'statementStep', step),
  ofStatement('statement_entry', 'statementEntry', [
    'businessDate',
    'postedAt',
    'transactionNo',
    'txnKind',
    'accountClass',
    'retailStoreNo',
    'points',
    'unitPrice',
    'amount',
    'externalTxnNo',
    'activityCode',
    'isLatePosted',
  ]),
  ofStatement('statement_store_sum', 'statementStoreSum', ['retailStoreNo', ...sums]),
  ofStatement('statement_day_sum', 'statementDaySum', ['businessDate', ...sums]),
  ofStatement('statement_activity_sum', 'statementActivitySum', ['activityCode', 'transactionCount', 'netApPoints']),
  ofStatement('statement_version', 'statementVersion', [
    'versionNo',
    'version',
    'status',
    'netApPoints',
    'netDpPoints',
    'netAmount',
    'closedBy',
    'closedAt',
    'reopenedBy',
    'reopenedAt',
    'reopenReason',
  ]),
]
