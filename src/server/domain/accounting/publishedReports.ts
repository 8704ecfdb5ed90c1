import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** A report of sums that the tabs of an activity show, keyed by activity code. */
function ofActivity(table: string, entity: string, by: string): PublishedTable {
  return {
    ...{
      table,
      entity,
      scope: 'companyNo',
      screens: [],
      asChild: ['accounting.activity_perf_report'],
      elsewhere: 'nothing',
      readonly: true,
    },
    shown: ['activityCode', 'companyNo', by, 'transactionCount', 'memberCount', 'netPoints', 'salesAmount', 'costAmount'],
  }
}

/** Operations that screen documents may use on reports from the ledger: entry log, remainder points, activity performance. */
export const accountingReports: readonly PublishedTable[] = [
  {
    table: 'journal_line',
    entity: 'journalLine',
    scope: 'companyNo',
    screens: ['accounting.journal'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      ...['voucherNo', 'voucherDate', 'voucherKind', 'isReversal', 'lineNo', 'accountCode', 'accountName', 'debitAmount', 'creditAmount'],
      ...['taxCode', 'documentNo', 'statementNo', 'companyNo', 'corporateNo', 'partyName', 'partyTaxNumber'],
    ],
  },
  {
    table: 'points_log',
    entity: 'pointsLog',
    scope: null,
    screens: ['accounting.points_log'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      ...['transactionId', 'accountId', 'postedAt', 'businessDate', 'transactionNo', 'lineNo', 'txnKind', 'accountClass', 'ownerNo'],
      ...[
        'memberNo',
        'memberId',
        'companyNo',
        'merchantNo',
        'retailStoreNo',
        'points',
        'unitPrice',
        'amount',
        'balanceAfter',
        'periodNo',
        'statementNo',
      ],
      ...['externalTxnNo', 'platformNo', 'activityCode', 'isLatePosted', 'source', 'remark'],
    ],
    masks: { memberNo: 'card' },
  },
  {
    table: 'remainder_point',
    view: 'remainder_point_view',
    entity: 'remainderPoint',
    scope: null,
    screens: ['accounting.remainder_point'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      ...['periodNo', 'companyNo', 'merchantNo', 'openingPoints', 'issuedPoints', 'returnedPoints', 'redeemedPoints', 'redeemReturnPoints'],
      ...['convertedPoints', 'expiredPoints', 'repaidPoints', 'adjustedPoints', 'writeOffPoints', 'closingPoints', 'expire3m', 'expire12m'],
      ...['expireLater', 'owedPoints', 'breakageRate', 'liabilityAmount', 'isFrozen', 'builtAt'],
    ],
  },
  {
    table: 'activity_performance_view',
    entity: 'activityPerformance',
    scope: 'companyNo',
    screens: ['accounting.activity_perf_report'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      ...['untilDate', 'activityCode', 'activityName', 'companyNo', 'merchantNo', 'activityType', 'costBearer', 'startAt', 'endAt'],
      ...['budgetPoints', 'netPoints', 'budgetUsage', 'transactionCount', 'memberCount', 'newMemberCount', 'salesAmount', 'averageTicket'],
      ...['redeemedPoints', 'redemptionRate', 'costAmount', 'salesPerCost', 'exceptionCount'],
    ],
  },
  ofActivity('activity_day_sum', 'activityDaySum', 'businessDate'),
  ofActivity('activity_store_sum', 'activityStoreSum', 'retailStoreNo'),
]
