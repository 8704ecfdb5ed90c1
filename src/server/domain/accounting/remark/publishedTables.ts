import type { PublishedTable } from '../../../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on aberrant point remarks. */
export const remarkTables: readonly PublishedTable[] = [
  {
    table: 'aberrant_point_remark',
    view: 'aberrant_point_remark_view',
    entity: 'aberrantPointRemark',
    scope: 'companyNo',
    screens: ['accounting.aberrant_point_remark'],
    elsewhere: 'nothing',
    shown: [
      ...['remarkNo', 'periodNo', 'periodStatus', 'companyNo', 'retailStoreNo', 'aberrantType', 'severity', 'transactionNo', 'aboutDate'],
      ...['occurredAt', 'points', 'expectedPoints', 'diffPoints', 'amount', 'status', 'handleType', 'sheetNo', 'remark', 'showOnStatement'],
      ...['handledBy', 'handledAt'],
    ],
    state: 'status',
    transitions: {
      explain: {
        fills: ['handleType', 'sheetNo', 'remark', 'showOnStatement'],
        permission: 'accounting.aberrant_point_remark.edit',
        from: ['1', '2'],
        to: '2',
      },
    },
  },
]
